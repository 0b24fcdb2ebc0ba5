import { describe, expect, it } from 'vitest';
import { PERMISSIONS } from '~/kernel/actor';
import { testApp } from '../support/app';
import { contractOf } from '../support/contract';
import { importSetting } from '../support/member-import';
import { valuesOf } from '../support/rows';

const app = testApp({
  rateLimits: true,
  clubsPerUser: 4,
  mostADay: { clubsOfUser: 2, eventsOfUser: 700, membersOfUser: 6 },
});

async function leader() {
  const organization = await app.make.organization();
  const user = await app.make.userOf(organization, PERMISSIONS);
  return { organization, user, visitor: await app.as(user, organization) };
}

const EVERY_DAY = 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;COUNT=200';

const waitOf = (headers: Headers) => Number(headers.get('Retry-After'));

describe('what a user makes a day (ASVS V2.4.1)', () => {
  it('founding clubs ends with 429 that says when, and keeps what was typed', async () => {
    const { visitor } = await leader();
    for (const name of ['Eins', 'Zwei'])
      expect((await visitor.call('POST', '/organization', { name })).status).toBe(200);
    const refused = await visitor.call('POST', '/organization', { name: 'Drei' });
    expect(refused.status).toBe(429);
    expect(waitOf(refused.headers)).toBeGreaterThan(80_000);
    expect(refused.json.detail).toBe(
      'Sie haben schon so viele Vereine angelegt, wie an einem Tag möglich sind. In 24 Stunden geht es weiter.',
    );
    const form = await visitor.submit('/app/organizations/new', { name: 'Kegelfreunde Drei' });
    expect(form.status).toBe(429);
    expect(form.page).toContain('wie an einem Tag möglich sind. In 24 Stunden geht es weiter.');
    expect(form.text).toContain('value="Kegelfreunde Drei"');
  });

  it('a user belongs to so many clubs, by founding or by invitation', async () => {
    const { organization, user, visitor } = await leader();
    for (const _nth of [1, 2, 3]) await app.make.belongs(user, await app.make.organization());
    const refused = await visitor.call('POST', '/organization', { name: 'Fünf' });
    expect(refused.status).toBe(409);
    (await contractOf(app)).check('POST /organization', refused);
    expect(refused.json.detail).toContain('Sie gehören schon zu 4 Vereinen');
    const inviting = await leader();
    const member = await app.make.member(inviting.organization);
    const { json } = await inviting.visitor.call('POST', `/organization/invitation/${member.uuid}`);
    const accepting = await visitor.call('POST', `/organization/invitation/accept/${json.code}`);
    expect(accepting.status).toBe(409);
    // It can be accepted once there is room.
    await app.db
      .deleteFrom('organization_users')
      .where('user_uuid', '=', user.uuid)
      .where('organization_uuid', '<>', organization.uuid)
      .execute();
    const later = await visitor.call('POST', `/organization/invitation/accept/${json.code}`);
    expect(later.status).toBe(204);
  });

  it('dates count, however they come: one by one, or 200 of a series', async () => {
    const { organization, visitor } = await leader();
    const event = { organization: organization.uuid, name: 'Training', event_type: 'OPEN_EVENT' };
    const statuses = [];
    for (const month of ['01', '02', '03', '04']) {
      const made = await visitor.call('POST', '/event', { ...event, date: futureDay(month) });
      const series = { event: made.json.uuid, rule: EVERY_DAY };
      statuses.push((await visitor.call('POST', '/event/series', series)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    const dates = await valuesOf(
      app.db,
      'events',
      { organization_uuid: organization.uuid },
      'date',
    );
    expect(dates).toHaveLength(3 * 200 + 1);
  });

  it('long texts count as several, in new events and in old ones', async () => {
    const { organization, visitor } = await leader();
    const description = '😀'.repeat(5000);
    const event = { organization: organization.uuid, name: 'Training', event_type: 'OPEN_EVENT' };
    const date = futureDay('01');
    const made = await visitor.call('POST', '/event', { ...event, date, description });
    const series = { event: made.json.uuid, rule: EVERY_DAY };
    const refused = await visitor.call('POST', '/event/series', series);
    expect(refused.status).toBe(429);
    expect(waitOf(refused.headers)).toBeGreaterThan(80_000);
    const short = await visitor.call('POST', '/event', { ...event, date });
    const repeated = await visitor.call('POST', '/event/series', {
      ...series,
      event: short.json.uuid,
    });
    expect(repeated.status).toBe(200);
    const { json: current } = await visitor.call('GET', `/event/${short.json.uuid}`);
    const edit = { ...current, description, scope: 'all' };
    expect((await visitor.call('PUT', '/event', edit)).status).toBe(429);
    expect((await visitor.call('PUT', '/event', { ...edit, description: 'Mit Ball' })).status).toBe(
      200,
    );
  });

  it('members count one by one and pasted, and pasted names stay', async () => {
    const { organization, visitor } = await leader();
    const member = { organization: organization.uuid, firstName: 'Max', lastName: 'Meier' };
    for (const _nth of [1, 2, 3, 4])
      expect((await visitor.call('POST', '/member', member)).status).toBe(200);
    const { location } = await visitor.submit('/app/members/import', {
      organization: organization.uuid,
      table: 'Anna Lindner\nBea Maier\nCher Müller',
    });
    const form = await visitor.submit(location);
    expect(form.status).toBe(429);
    expect(form.page).toContain('Sie haben schon so viele Mitglieder angelegt');
    expect(form.page).toContain('Cher Müller');
    const two = await visitor.call('POST', '/member', { ...member, description: 'ä'.repeat(1000) });
    expect(two.status).toBe(200);
    expect((await visitor.call('POST', '/member', member)).status).toBe(429);
  });

  it('an import counts those whom it creates, not those whom it changes (O5)', async () => {
    const { editor, read, carryOut } = await importSetting(app);
    const table = (mobile: string, ids: readonly number[]) =>
      ['Nachname;Vorname;Mitgliedsnr;Handy', ...ids.map((id) => `Meier;Max;${id};${mobile}`)].join(
        '\n',
      );
    const imported = async (mobile: string, ids: readonly number[]) =>
      carryOut((await read(table(mobile, ids))).json.uuid);
    await imported('0171 1', [1, 2, 3, 4]);
    expect((await imported('0171 2', [1, 2, 3, 4])).state).toBe('done');
    expect((await imported('0171 3', [4, 5, 6])).state).toBe('done');
    const { json } = await read(table('0171 4', [7]));
    expect((await editor.call('POST', `/member/import/${json.uuid}`, {})).status).toBe(429);
  });
});

/** The first of a month some months ahead: series look no further than 400 days. */
function futureDay(month: string): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + Number(month));
  return day.toISOString().slice(0, 10);
}
