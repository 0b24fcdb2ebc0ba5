import type { BenchServer } from './database';
import { drive, median } from './load';
import type { Context } from './logins';
import { cpuOf } from './processes';
import { type Measured, screensOf } from './screens';
import { startServer } from './server';
import { short, table } from './table';

const PROCESSES = [1, 2, 4];
const NAMES = ['events', 'members', 'PUT /event/(un)register-user'];
const ROUNDS = 7;
const CONCURRENCY = 20;
/** Of the machine for which the table says how many requests a second it would carry. */
const CORES = 8;

/** CPU in milliseconds a request. */
interface Cpu {
  readonly server: number;
  readonly postgres: number;
}

/**
 * Measures what a request takes of the CPU with 1, 2 and 4 server processes (WEB_CONCURRENCY), by
 * turns: as long as it takes no more, twice the cores carry twice the requests, which a machine with
 * few cores cannot show.
 */
export async function compareProcesses(
  postgres: BenchServer,
  { url, pool, organization, environment, seconds }: Context,
): Promise<void> {
  const servers = await Promise.all(
    PROCESSES.map((processes) =>
      startServer({ DATABASE_URL: url, ...environment, WEB_CONCURRENCY: String(processes) }),
    ),
  );
  try {
    const rows: string[][] = [];
    for (const { name, request } of named(await screensOf(pool, organization))) {
      // Each process compiles its code, and each of its connections plans, for itself.
      for (const [nth, { port }] of servers.entries())
        await drive(port, request, {
          concurrency: CONCURRENCY,
          seconds: 2 * seconds * (PROCESSES[nth] ?? 1),
        });
      const rounds: Cpu[][] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const measured: Cpu[] = [];
        for (const { pid, port } of servers) {
          const before = [cpuOf(pid), cpuOf(postgres.pid)] as const;
          const { count } = await drive(port, request, { concurrency: CONCURRENCY, seconds });
          measured.push({
            server: (cpuOf(pid) - before[0]) / count,
            postgres: (cpuOf(postgres.pid) - before[1]) / count,
          });
        }
        rounds.push(measured);
      }
      rows.push(...PROCESSES.map((processes, nth) => rowOf(name, processes, nth, rounds)));
    }
    console.log(
      `\nCPU a request by server processes, ${ROUNDS} rounds by turns at ${CONCURRENCY} at once: milliseconds, medians, and of the ratios to one process; requests a second for which ${CORES} cores would be busy\n`,
    );
    const columns = ['processes', 'server ms', 'Postgres ms', 'CPU ms', 'ratio', `${CORES} cores`];
    console.log(table(['', ...columns], rows));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

const named = (screens: readonly Measured[]) => screens.filter(({ name }) => NAMES.includes(name));

function rowOf(name: string, processes: number, nth: number, rounds: readonly Cpu[][]): string[] {
  const each = (of: (cpu: Cpu) => number) => rounds.map((round) => of(round[nth] as Cpu));
  const sum = ({ server, postgres }: Cpu) => server + postgres;
  const whole = median(each(sum));
  const ratios = rounds.map((round) => sum(round[nth] as Cpu) / sum(round[0] as Cpu));
  return [
    name,
    String(processes),
    short(median(each(({ server }) => server))),
    short(median(each(({ postgres }) => postgres))),
    short(whole),
    median(ratios).toFixed(2),
    short((CORES * 1000) / whole),
  ];
}
