import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { openColumns, recordFieldNames } from '~/features/members/fields';
import { PERMISSIONS } from '~/kernel/actor';
import { testApp } from '../support/app';
import { changeRows } from '../support/rows';

const app = testApp({ rateLimits: true });

/** Members enough for 16 megabytes, which no socket's buffers hold. */
const MANY = 4000;

let club: ReturnType<typeof newClub> | undefined;

/** A club with that many members, whom all look at slowly, and an admin of it who has asked nothing yet. */
async function largeClub() {
  club ??= newClub();
  const organization = await club;
  const admin = await app.make.userOf(organization, PERMISSIONS, { linked: false });
  const token = await app.make.session(admin, organization);
  return { organization, admin, token, path: `/api/member?organization=${organization.uuid}` };
}

async function newClub() {
  const organization = await app.make.organization();
  await app.db
    .insertInto('members')
    .columns(['organization_uuid', 'first_name', 'last_name', 'description'])
    .expression(
      sql`select ${organization.uuid}::uuid, 'Mit', 'Läufer ' || n, repeat('ä', 2000)
        from generate_series(1, ${MANY}::int) n`,
    )
    .execute();
  return organization;
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Asks, and reads nothing of the body yet. */
function open(
  path: string,
  token: string,
  headers: Record<string, string> = {},
  agent: Agent | false = false,
) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    request(app.origin + path, {
      headers: { Cookie: `session=${token}`, ...headers },
      agent,
    })
      .on('response', resolve)
      .on('error', reject)
      .end();
  });
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const jsonOf = async (response: IncomingMessage) => JSON.parse(`${await bytesOf(response)}`);

describe('a list of any length', () => {
  it('has all rows, in order, plain and compressed, and keeps its ETag (G7)', async () => {
    const { token, path } = await largeClub();
    const plain = await open(path, token, { 'Accept-Encoding': 'identity' });
    const members = await jsonOf(plain);
    expect(members).toHaveLength(MANY);
    const names = members.map(({ lastName }: { lastName: string }) => lastName);
    expect(new Set(names).size).toBe(MANY);
    expect(new Set(Object.keys(members[5]))).toEqual(
      new Set(['uuid', 'organization', ...Object.keys(openColumns), ...recordFieldNames]),
    );
    const zipped = await open(path, token, { 'Accept-Encoding': 'gzip' });
    expect(JSON.parse(`${gunzipSync(await bytesOf(zipped))}`)).toEqual(members);
    const { etag = '' } = plain.headers;
    expect(zipped.headers.etag).toBe(etag);
    const again = await open(path, token, { 'If-None-Match': etag });
    expect([again.statusCode, (await bytesOf(again)).byteLength]).toEqual([304, 0]);
    const first = members[0].uuid;
    await changeRows(app.db, 'members', first, { first_name: 'Anders' });
    const changed = await open(path, token, { 'If-None-Match': etag });
    expect(changed.statusCode).toBe(200);
    expect((await jsonOf(changed)).find(({ uuid }: { uuid: string }) => uuid === first)).toEqual({
      ...members[0],
      firstName: 'Anders',
    });
    const pages = await open(`${path}&limit=1000`, token);
    expect(await jsonOf(pages)).toHaveLength(1000);
    expect(pages.headers.link).toMatch(/rel="next"/);
  });

  it('listens for the end of its response less often than Node warns of', async () => {
    const { token, path } = await largeClub();
    const warned = vi.fn();
    // What starts and stops the server listens once more (start.ts).
    const alsoListens = (message: unknown) =>
      (message as { response: ServerResponse }).response.once('close', () => {});
    process.on('warning', warned);
    subscribe('http.server.request.start', alsoListens);
    await bytesOf(await open(path, token));
    unsubscribe('http.server.request.start', alsoListens);
    process.off('warning', warned);
    expect(warned.mock.calls).toEqual([]);
  });

  it('holds no connection while its client reads slowly, and goes on with it', async () => {
    const { token, path } = await largeClub();
    const response = await open(path, token, { 'Accept-Encoding': 'identity' });
    await vi.waitUntil(() => app.pool.totalCount === app.pool.idleCount, { timeout: 60_000 });
    expect(await jsonOf(response)).toHaveLength(MANY);
  });

  it('is part of a member who took part in very much: read and changed, with its version (D2, X1)', async () => {
    const { organization, admin } = await app.make.club();
    const visitor = await app.as(admin, organization);
    const member = await app.make.member(organization);
    const { rows } = await sql<{ uuid: string }>`
      with held as (
        insert into events (organization_uuid, name, date, event_type)
        select ${organization.uuid}::uuid, 'Training', date '2001-01-01' + n, 'OPEN_EVENT'
        from generate_series(1, ${MANY}::int) n returning uuid, date
      ), present as (
        insert into participations (organization_uuid, event_uuid, member_uuid, created_at)
        select ${organization.uuid}::uuid, uuid, ${member.uuid}::uuid, date from held)
      select uuid from held order by date`.execute(app.db);
    const read = await visitor.call('GET', `/member/${member.uuid}`);
    expect(read.json.participatedEvents).toEqual(rows.map(({ uuid }) => uuid));
    const tag = read.headers.get('ETag') ?? '';
    const headers = { 'If-Match': tag };
    const known = { 'If-None-Match': tag };
    expect((await visitor.call('GET', `/member/${member.uuid}`, undefined, known)).status).toBe(
      304,
    );
    const full = { ...read.json, lastName: 'Maier' };
    const changed = await visitor.call('PUT', '/member', full, headers);
    expect([changed.status, changed.json]).toEqual([200, full]);
    const late = await visitor.call('PUT', '/member', read.json, headers);
    expect(late.status).toBe(412);
  });

  it('breaks off visibly if the rest cannot be read', async () => {
    const { token, path } = await largeClub();
    const response = await open(path, token, { 'Accept-Encoding': 'identity' });
    await app.db.schema.alterTable('members').renameTo('members_away').execute();
    try {
      await expect(bytesOf(response)).rejects.toThrow(/aborted/);
    } finally {
      await app.db.schema.alterTable('members_away').renameTo('members').execute();
    }
    await vi.waitUntil(() => app.errors.length > 0);
    expect(app.errors.splice(0)).toMatchObject([{ msg: 'a request failed' }]);
  });

  it('is read for each user one at a time, and nothing else waits for that', async () => {
    const { token, path, organization, admin } = await largeClub();
    const someone = await app.as(admin, organization);
    const user = await app.make.userOf(organization, [], { linked: false });
    const other = await app.as(user, organization);
    const slow = await open(path, token, { 'Accept-Encoding': 'identity' });
    expect((await other.get(path)).json).toHaveLength(MANY);
    let isSecondHere = false;
    const second = open(path, token).then((response) => {
      isSecondHere = true;
      return response;
    });
    // Nothing long: the second gives up after ten seconds.
    expect((await someone.get('/app/members')).status).toBe(200);
    expect(isSecondHere).toBe(false);
    await bytesOf(slow);
    expect((await second).statusCode).toBe(200);
    (await second).destroy();
  });

  it('is refused with 429 to users who ask for too many at once', async () => {
    const { token, path } = await largeClub();
    const slow = await open(path, token, { 'Accept-Encoding': 'identity' });
    const connections = new Agent();
    const others = Array.from({ length: 25 }, () => open(path, token, {}, connections));
    const refused = await Promise.race(others);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    slow.destroy();
    // Those that wait need not be answered.
    connections.destroy();
    await Promise.allSettled(others);
  });

  it('ends its turn if its client leaves, even before the response begins', async () => {
    const { token, path } = await largeClub();
    for (let wait = 0; wait < 160; wait += 20) {
      const left = request(app.origin + path, { headers: { Cookie: `session=${token}` } });
      left.on('error', () => {}).end();
      await sleep(wait);
      // What only weak references lead to does not live on.
      collect();
      left.destroy();
    }
    expect((await open(path, token)).statusCode).toBe(200);
  });

  it('is read only in its turn: an own report, on paper and as a file, and says 429 in a sentence (S1)', async () => {
    const { token, path } = await largeClub();
    const slow = await open(path, token, { 'Accept-Encoding': 'identity' });
    const others = Array.from({ length: 25 }, () => open('/app/account/report.json', token));
    const refused = await Promise.race(others);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(`${await bytesOf(refused)}`).toContain('in 5 Sekunden');
    for (const each of ['/api/user/self/report', '/app/account/report'])
      expect((await open(each, token)).statusCode, each).toBe(429);
    slow.destroy();
    for (const each of others) (await each).destroy();
  });
});
