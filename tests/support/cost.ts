import { type RawRequest, sendRaw } from './raw-request';

/** A response, and the cost of its request to the process that runs both client and server. */
interface Cost {
  /** CPU time in milliseconds, which a busy machine does not inflate. */
  readonly cpu: number;
  readonly status: number;
  readonly text: string;
}

async function costOf(origin: string, request: RawRequest): Promise<Cost> {
  const before = process.cpuUsage();
  const { status, text } = await sendRaw(origin, request);
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000, status, text };
}

/** The cheapest of several attempts, as garbage collection and compilation only add to the cost. */
export async function cheapest(
  origin: string,
  request: RawRequest,
  enough: number,
  tries = 5,
): Promise<Cost> {
  let least = await costOf(origin, request);
  for (let nth = 1; nth < tries && least.cpu > enough; nth++) {
    const again = await costOf(origin, request);
    if (again.cpu < least.cpu) least = again;
  }
  return least;
}
