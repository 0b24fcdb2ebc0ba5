import pg from 'pg';

/** The statements that this process sends to Postgres while `run` runs, by their first word. */
export async function statementsOf(run: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function watched(this: pg.Client, ...asked: unknown[]) {
    const [first] = asked;
    const { text } = typeof first === 'string' ? { text: first } : (first as { text: string });
    statements.push(text.trim().split(/\s+/)[0] ?? '');
    return Reflect.apply(query, this, asked);
  } as typeof query;
  try {
    await run();
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements;
}
