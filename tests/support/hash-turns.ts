import { availableParallelism } from 'node:os';
import { createPasswords } from '~/server/passwords';
import type { TestApp } from './app';
import { QUICK_HASHES } from './factories';
import { afterwards } from './leftovers';

/** Sets how long passwords and recovery codes wait for their turn, instead of ten seconds. */
export function shortenPatience({ services }: TestApp, patienceMs: number): void {
  const impatient = createPasswords({ ...QUICK_HASHES, patienceMs });
  afterwards(() => impatient.close());
  Object.assign(services.passwords, impatient);
}

/** Keeps every thread that hashes busy while `act` runs. */
export async function whileHashing<Done>(
  { services }: TestApp,
  act: () => Promise<Done>,
): Promise<Done> {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const busy = Array.from({ length: availableParallelism() }, () =>
    services.passwords.inTurn('elsewhere', () => ended),
  );
  try {
    return await act();
  } finally {
    end();
    await Promise.all(busy);
  }
}
