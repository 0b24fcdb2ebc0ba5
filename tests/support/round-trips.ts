import pg from 'pg';

/**
 * The statements that this process sends while `run` runs, by their first word, in round trips: what
 * is sent on a connection before the answers to what was sent there are complete is part of one.
 */
export async function tripsOf(run: () => Promise<unknown>): Promise<string[][]> {
  const trips: string[][] = [];
  let waiting = 0;
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function watched(this: pg.Client, ...asked: unknown[]) {
    const [first] = asked;
    const { text } = typeof first === 'string' ? { text: first } : (first as { text: string });
    if (waiting++ === 0) trips.push([]);
    trips.at(-1)?.push(text.trim().split(/\s+/)[0] ?? '');
    const answer = Reflect.apply(query, this, asked);
    const done = () => void waiting--;
    answer.then(done, done);
    return answer;
  } as typeof query;
  try {
    await run();
  } finally {
    pg.Client.prototype.query = query;
  }
  return trips;
}
