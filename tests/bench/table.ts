import { CONCURRENCIES, type Result } from './measure';

/** Formats a Markdown table that is padded for terminals. */
export function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** Formats three significant digits without an exponent. */
export function short(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

export function printResults(results: readonly Result[]): void {
  console.log('\nRequests a second, and milliseconds, at 1, 20 and 200 at once\n');
  console.log(
    table(
      ['', ...CONCURRENCIES.flatMap((at) => [`${at}: r/s`, 'p50', 'p95', 'p99'])],
      results.map(({ name, driven }) => [
        name,
        ...CONCURRENCIES.flatMap((at) => {
          const { perSecond = 0, p50 = 0, p95 = 0, p99 = 0 } = driven.get(at) ?? {};
          return [short(perSecond), short(p50), short(p95), short(p99)];
        }),
      ]),
    ),
  );
  console.log(
    '\nWhat a request takes: milliseconds of CPU (at 20 at once), round trips to Postgres, bytes sent\n',
  );
  console.log(
    table(
      ['', 'server ms', 'Postgres ms', 'round trips', 'bytes'],
      results.map(({ name, serverCpu, postgresCpu, roundTrips, driven }) => [
        name,
        short(serverCpu),
        short(postgresCpu),
        String(roundTrips),
        String(driven.get(20)?.bytes ?? 0),
      ]),
    ),
  );
}
