import type pg from 'pg';
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
const MANY = 500;

/**
 * The faults in the plan of a query: a table scanned as a whole, or more rows read or sorted than
 * a page could need.
 * @param client whose query() is not watched
 * @param many more rows than the page needs
 */
export async function faultsOf(
  client: pg.ClientBase,
  { text, values }: SentQuery,
  many = MANY,
): Promise<string[]> {
  const { rows } = await client.query(`explain (analyze, format json) ${text}`, [...values]);
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

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
