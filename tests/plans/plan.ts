import pg from 'pg';
import { PLAN_SETTINGS, PLANNED_EACH_TIME } from '#db/prepared-statements';
import type { SentQuery } from './sent-queries';

/** A node in the output of EXPLAIN (ANALYZE, FORMAT JSON). */
interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: Node[];
}

/** A page needs 51 rows, or twice that around a cursor; ten times the page is far too many. */
export const MANY = 500;

/**
 * The faults in the plan of a query, which Postgres makes without knowing its values, as it does for
 * the server: a table scanned as a whole, or more rows read or sorted than a page could need.
 * @param client whose query() is not watched
 * @param many more rows than the page needs
 */
export async function faultsOf(
  client: pg.ClientBase,
  { text, values }: SentQuery,
  many = MANY,
): Promise<string[]> {
  const { rows } = await explained(client, { text, values });
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan).flatMap((node) => {
    const read =
      (node['Actual Rows'] +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0)) *
      node['Actual Loops'];
    const of = node['Relation Name'] ? ` of ${node['Relation Name']}` : '';
    if (node['Node Type'] === 'Seq Scan') return [`Seq Scan${of}`];
    return read > many ? [`${node['Node Type']}${of}: ${read} rows`] : [];
  });
}

/** How often the part of a query's plan that is done most often is done. */
export async function mostLoops(client: pg.ClientBase, query: SentQuery): Promise<number> {
  const { rows } = await explained(client, query);
  return Math.max(...nodesOf(rows[0]['QUERY PLAN'][0].Plan).map((node) => node['Actual Loops']));
}

async function explained(client: pg.ClientBase, { text, values }: SentQuery) {
  const isPrepared = values.length > 0 && !text.includes(PLANNED_EACH_TIME);
  const settings = Object.entries({
    ...PLAN_SETTINGS,
    ...(!isPrepared && { plan_cache_mode: 'force_custom_plan' }),
  });
  await client.query(settings.map(([name, value]) => `set ${name} = ${value}`).join('; '));
  if (!isPrepared) return client.query(`explain (analyze, format json) ${text}`, [...values]);
  await client.query(`prepare asked as ${text}`);
  try {
    return await client.query(
      `explain (analyze, format json) execute asked (${values.map(literal).join(', ')})`,
    );
  } finally {
    await client.query('deallocate asked');
  }
}

function literal(value: unknown): string {
  return value === null || value === undefined ? 'null' : pg.escapeLiteral(written(value));
}

/** As the driver would send it. */
function written(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value))
    return `{${value.map((each) => (each === null ? 'null' : `"${written(each).replace(/["\\]/g, '\\$&')}"`))}}`;
  return String(value);
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
