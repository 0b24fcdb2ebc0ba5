import pg from 'pg';

/** A statement sent to Postgres: one round trip. */
export interface SentQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}

const sent: SentQuery[] = [];
const query = pg.Client.prototype.query;

/** Records the statements of every client of this process until the returned function is called. */
export function watchQueries(): () => SentQuery[] {
  sent.length = 0;
  pg.Client.prototype.query = function watched(this: pg.Client, ...parameters: unknown[]) {
    const [first, second] = parameters;
    const { text, values = second } =
      typeof first === 'string'
        ? { text: first, values: second }
        : (first as { text: string; values?: unknown });
    // Sent together with the statement that it is for.
    if (!text.startsWith('set plan_cache_mode'))
      sent.push({ text, values: Array.isArray(values) ? values : [] });
    return Reflect.apply(query, this, parameters);
  } as typeof query;
  return () => {
    pg.Client.prototype.query = query;
    return sent.splice(0);
  };
}
