import { setTimeout as pause } from 'node:timers/promises';
import { Factories, NO_PASSWORDS } from '../support/factories';
import type { BenchDatabase } from './database';
import { memoryOf } from './processes';
import { startServer } from './server';
import { short, table } from './table';

/** A table of 20,000 members comes in, changes them and is taken back, and how long others wait meanwhile (O5, O6). */

const PROBE_MS = 10;
const GROUP = 'Chor';

export async function measureImport(
  { url, db }: Pick<BenchDatabase, 'url' | 'db'>,
  { rows, environment }: { rows: number; environment: Record<string, string> },
): Promise<void> {
  const make = new Factories(db, NO_PASSWORDS);
  const organization = await make.organization();
  const editor = await make.userOf(organization, ['EDIT_MEMBERS', 'ORGANIZATION_ADMIN']);
  const colleague = await make.userOf(organization, ['EDIT_MEMBERS']);
  const user = await make.userOf(organization);
  // One of the table answers meanwhile.
  await db
    .updateTable('members')
    .set({ custom_member_identifier: '7' })
    .where('uuid', '=', user.member)
    .execute();
  const event = await make.event(organization, { date: '2050-01-01', max: 500 });
  const group = await make.group(organization, [], { name: GROUP });
  const other = await make.member(organization);
  const server = await startServer({ DATABASE_URL: url, ...environment });
  const caller = async (by: { uuid: string }) => {
    const token = await make.session(by, undefined, 'mobile');
    return async (method: string, path: string, body?: object) => {
      const response = await fetch(`http://127.0.0.1:${server.port}/api${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.status >= 300) throw new Error(`${method} ${path}: ${text.slice(0, 200)}`);
      return text && response.status === 200 ? JSON.parse(text) : null;
    };
  };
  const office = await caller(editor);
  const [clerk, member] = [await caller(colleague), await caller(user)];
  let turn = 0;
  const probes = {
    read: () => member('GET', `/event?organization=${organization.uuid}`),
    answer: () =>
      member('PUT', `/event/${event.uuid}/answer`, { answer: turn++ % 2 ? 'yes' : 'no' }),
    'put into the group': () =>
      clerk('PUT', `/group/${group.uuid}/member/${other.uuid}`, { leader: turn % 4 === 0 }),
  };
  const send = (city: string) =>
    office('POST', '/member/import', {
      organization: organization.uuid,
      name: 'mitglieder.csv',
      file: Buffer.from(tableOf(rows, user, city)).toString('base64'),
    });
  const until = async (uuid: string, state: string) => {
    while ((await office('GET', `/member/import/${uuid}`)).state !== state) await pause(1000);
  };
  const carryOut = async ({ uuid }: { uuid: string }) => {
    await office('POST', `/member/import/${uuid}`, {});
    await until(uuid, 'done');
  };
  const takeBack = async ({ uuid }: { uuid: string }) => {
    await office('DELETE', `/member/import/${uuid}`);
    await until(uuid, 'undone');
  };
  const results: string[][] = [];
  const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const watch = watched(server.pid, probes);
    const begun = performance.now();
    const result = await work();
    const seconds = (performance.now() - begun) / 1000;
    const { memory, waits } = await watch.stop();
    results.push([
      name,
      short(seconds),
      short(memory),
      ...waits.flatMap((times) => [
        short(at(times, 0.5)),
        short(at(times, 0.99)),
        short(at(times, 1)),
      ]),
    ]);
    return result;
  };
  try {
    for (const probe of Object.values(probes)) await probe();
    await timed('nothing', () => pause(5000));
    const first = await timed('read', () => send('Köln'));
    await timed('carry out, all new', () => carryOut(first));
    const second = await timed('read again', () => send('Ulm'));
    await timed('carry out, all changed', () => carryOut(second));
    await timed('take the changes back', () => takeBack(second));
    await timed('take the new ones back', () => takeBack(first));
  } finally {
    await server.stop();
  }
  console.log(
    `\n${rows} rows; MiB of the server at most; milliseconds that others wait meanwhile\n`,
  );
  const head = Object.keys(probes).flatMap((name) => [`${name}: p50`, 'p99', 'max']);
  console.log(table(['', 'seconds', 'MiB', ...head], results));
}

const at = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0;

/** Sends each probe again and again until it is stopped. */
function watched(pid: number, probes: Readonly<Record<string, () => Promise<unknown>>>) {
  let isOn = true;
  let memory = 0;
  const ends = Object.values(probes).map(async (probe) => {
    const times: number[] = [];
    while (isOn) {
      const begun = performance.now();
      // What waits too long is refused, and has waited all the same.
      await probe().catch(() => {});
      times.push(performance.now() - begun);
      memory = Math.max(memory, memoryOf(pid));
      await pause(PROBE_MS);
    }
    return times;
  });
  return {
    stop: async () => {
      isOn = false;
      const waits = await Promise.all(ends);
      return { memory, waits };
    },
  };
}

function tableOf(rows: number, one: { firstName: string; lastName: string }, city: string): string {
  const lines = Array.from({ length: rows }, (_, nth) => {
    const name = nth === 7 ? `${one.lastName};${one.firstName}` : `Bach-${nth % 997};Anna-${nth}`;
    return `${name};${nth};0171 ${100_000 + nth};a${nth}@example.org;${city};${GROUP}`;
  });
  return ['Nachname;Vorname;Mitgliedsnr;Handy;E-Mail;Ort;Gruppe', ...lines].join('\n');
}
