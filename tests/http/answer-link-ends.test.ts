import { describe, expect, it } from 'vitest';
import { answerToken, openAnswerToken } from '~/features/answers/queries/links.server';
import { unsubscribeToken } from '~/features/notifications/unsubscribing.server';
import { linkToken } from '~/kernel/link-token.server';
import { answerLink, everything } from '../support/answer-link';
import { answerSetting, setEvent } from '../support/answers';
import { testApp } from '../support/app';
import { PASSWORD } from '../support/factories';
import { operate } from '../support/operator';

/** Every way in which a link to an answer ends, and that none can be told from another (N7). */
const app = testApp();

const asks = { set: { asks_answer: 'true' } };

type Setting = Awaited<ReturnType<typeof answerSetting>>;

const sql = (text: string, ...values: unknown[]) => app.pool.query(text, values);

const ENDS: Record<string, (setting: Setting) => Promise<unknown>> = {
  'the event has begun': ({ event }) =>
    setEvent(app, event, {
      date: "(now() at time zone 'Europe/Berlin' - interval '1 minute')::date",
      start_time: "(now() at time zone 'Europe/Berlin' - interval '1 minute')::time",
    }),
  'the last day of an event without a time is over': ({ event }) =>
    setEvent(app, event, { date: "(now() at time zone 'Europe/Berlin')::date - 1" }),
  'the event is gone': ({ event }) => sql('delete from events where uuid = $1', event.uuid),
  'the member is gone': ({ member }) => sql('delete from members where uuid = $1', member.uuid),
  "the member is nobody's": ({ member }) =>
    sql('update members set user_uuid = null where uuid = $1', member.uuid),
  "the member is another's": async ({ member, organization }) => {
    const heir = await app.make.userOf(organization, [], { linked: false });
    await sql('update members set user_uuid = $2 where uuid = $1', member.uuid, heir.uuid);
  },
  'the user has another record, and the member is still there': async (setting) => {
    const { member, user, organization } = setting;
    const { uuid } = await app.make.member(organization);
    await sql('update members set user_uuid = null where uuid = $1', member.uuid);
    await sql('update members set user_uuid = $2 where uuid = $1', uuid, user.uuid);
  },
  "the member is gone, and the user's other record is in another club": async (setting) => {
    const { organization } = await app.make.club();
    await app.make.belongs(setting.user, organization);
    await app.make.member(organization, { user: setting.user });
    await sql('delete from members where uuid = $1', setting.member.uuid);
  },
  'the user has left the club': ({ person, organization }) =>
    person.submit(`/app/account/organizations/${organization.uuid}`),
  'the user has left the club, and is back with the same member': async (setting) => {
    const { person, organization, user, member } = setting;
    await person.submit(`/app/account/organizations/${organization.uuid}`);
    await app.make.belongs(user, organization);
    await sql('update members set user_uuid = $2 where uuid = $1', member.uuid, user.uuid);
    // One that is mailed from then on holds.
    expect((await app.visitor().get(await answerLink(app, setting))).status).toBe(200);
  },
  'the club is gone': ({ organization }) =>
    sql('delete from organizations where uuid = $1', organization.uuid),
  'the account is deleted': ({ user }) => sql('delete from users where uuid = $1', user.uuid),
  'the account is deactivated': ({ user }) =>
    sql('update users set activated = false where uuid = $1', user.uuid),
  'the account was deactivated and is active again': async ({ user }) => {
    await sql('update users set activated = false where uuid = $1', user.uuid);
    await sql('update users set activated = true where uuid = $1', user.uuid);
  },
  'the password is another': ({ person }) =>
    person.submit('/app/account/password', {
      currentPassword: PASSWORD,
      password: 'Ein-ganz-anderes-1',
      passwordRepeat: 'Ein-ganz-anderes-1',
    }),
  'the address is another': ({ user }) =>
    sql("update users set email = 'neu-' || email where uuid = $1", user.uuid),
  'the user has ended all other sessions': async (setting) => {
    await setting.person.submit('/app/account/sessions/others');
    expect((await app.visitor().get(await answerLink(app, setting))).status).toBe(200);
  },
  'the operator has ended the sessions': ({ user }) =>
    operate(app.db, ['end-sessions', user.email]),
};

/** What a dead link answers, without what differs from request to request. */
async function answers(path: string) {
  const opened = await app.visitor().get(path);
  const sent = await app.visitor().submit(path, { answer: 'yes' });
  const lasting = (text: string) =>
    text.replaceAll(path.split('?')[0] ?? path, '').replace(/ nonce="[^"]+"/, '');
  return {
    opened: [opened.status, lasting(opened.text)],
    sent: [sent.status, lasting(sent.text)],
  };
}

describe('a link that does not hold', () => {
  for (const [reason, end] of Object.entries(ENDS)) {
    it(`says only that, as ${reason} (N7)`, async () => {
      const setting = await answerSetting(app, asks);
      const link = await answerLink(app, setting);
      expect((await app.visitor().get(link)).status).toBe(200);
      await end(setting);
      const before = await everything(app);
      const dead = await answers(link);
      expect(dead).toEqual(await answers('/app/answer/unknown'));
      expect(dead.opened[0]).toBe(404);
      expect(dead.opened[1]).toContain('Dieser Link gilt nicht mehr.');
      expect(dead.opened[1]).toContain('href="/app/login"');
      expect(await everything(app)).toBe(before);
    });
  }

  it('one that was tampered with, is of another purpose or of another installation is none (N7)', async () => {
    const setting = await answerSetting(app, asks);
    const { event, member, user, organization } = setting;
    const { secret } = app.config;
    const token = (await answerLink(app, setting)).slice('/app/answer/'.length);
    const link = openAnswerToken(token, app.config);
    if (!link) throw new Error('A link as in a mail is none');
    const bytes = Buffer.from(token, 'base64url');
    const flipped = Array.from(bytes.keys(), (at) => {
      const other = Buffer.from(bytes);
      other[at] = (other[at] ?? 0) ^ 1;
      return other.toString('base64url');
    });
    const ids = [event.uuid, member.uuid, user.uuid];
    const hostile = [
      ...flipped.filter((_, at) => at % 9 === 0),
      token.slice(0, -2),
      `${token}AA`,
      `${token.slice(0, 20)} ${token.slice(20)}`,
      answerToken(link, 'y'.repeat(32)),
      linkToken('unsubscribe', { ids, rest: '0' }, secret),
      linkToken('answer', { ids, rest: '0' }, secret),
      linkToken('answer', { ids, rest: '-1' }, secret),
      linkToken('answer', { ids, rest: '0 or 1' }, secret),
      linkToken('answer', { ids, rest: '' }, secret),
      linkToken('answer', { ids, rest: '0.' }, secret),
      linkToken('answer', { ids, rest: '0.1' }, secret),
      linkToken('answer', { ids, rest: '0.null' }, secret),
      linkToken('answer', { ids: ids.slice(0, 2), rest: '0' }, secret),
      unsubscribeToken(
        { user: user.uuid, organization: organization.uuid, topic: 'event_new' },
        secret,
      ),
      'a',
      '%00',
      '%F0%9F%90%88',
      'x'.repeat(1500),
      '..%2f..%2flogin',
    ];
    expect((await app.visitor().get(`/app/answer/${token}`)).status).toBe(200);
    for (const each of hostile) {
      const opened = await app.visitor().get(`/app/answer/${each}`);
      expect([each, opened.status]).toEqual([each, 404]);
      const sent = await app.visitor().submit(`/app/answer/${each}`, { answer: 'yes' });
      expect([each, sent.status]).toEqual([each, 404]);
    }
  });

  it('an event of today without a time takes answers until its day is over (N7)', async () => {
    const setting = await answerSetting(app, asks);
    await setEvent(app, setting.event, { date: "(now() at time zone 'Europe/Berlin')::date" });
    const said = await app.visitor().submit(await answerLink(app, setting), { answer: 'no' });
    expect(said.status).toBe(303);
  });

  it('one for a record that was merged away answers for the one that stays (N7, O10)', async () => {
    const setting = await answerSetting(app, asks);
    const { organization, member, event } = setting;
    const link = await answerLink(app, setting);
    const kept = await app.make.member(organization, { firstName: 'Anna', lastName: 'Bach' });
    const admin = await app.asUserOf(organization, ['ORGANIZATION_ADMIN', 'EDIT_MEMBERS']);
    const path = `/member/${kept.uuid}/merge`;
    expect((await admin.call('POST', path, { other: member.uuid })).status).toBe(200);
    expect((await app.visitor().get(link)).page).toContain('Anna Bach');
    expect((await app.visitor().submit(link, { answer: 'yes' })).status).toBe(303);
    const { rows } = await sql('select member_uuid from answers where event_uuid = $1', event.uuid);
    expect(rows).toEqual([{ member_uuid: kept.uuid }]);
  });
});
