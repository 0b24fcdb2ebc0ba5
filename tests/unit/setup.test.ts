import { afterEach, expect, it, vi } from 'vitest';
import { giveUp, SetupError } from '../../scripts/setup.mjs';

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

it.each([
  ['a step that failed', new SetupError('The build failed.'), '\nThe build failed.'],
  [
    'a clone that this user cannot write',
    Object.assign(new Error(), {
      code: 'EACCES',
      syscall: 'mkdir',
      path: '/srv/vereinsheim/.locks',
    }),
    expect.stringMatching(
      /^\nThis user cannot read or write \/srv\/vereinsheim\/\.locks \(EACCES\): run /,
    ),
  ],
])('a demo that cannot be set up says what to do: %s (I1)', (_, error, said) => {
  const told = vi.spyOn(console, 'error').mockReturnValue();
  giveUp(error);
  expect(told).toHaveBeenCalledWith(said);
  expect(process.exitCode).toBe(1);
});
