import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type OutboxMail, readOutbox } from '~/mail/transport.server';
import { testApp } from '../support/app';
import { HOSTILE_NAMES, LEGITIMATE_NAMES } from '../support/hostile-names';
import { linkLike, linksIn, shown } from '../support/mail-links';
import { leave, set, wait } from '../support/notifications';

const app = testApp();

const KINDS = [
  'promoted',
  'place_free',
  'opened',
  'removed',
  'event_changed',
  'event_cancelled',
  'event_restored',
  'series_changed',
  'series_cancelled',
] as const;
type Kind = (typeof KINDS)[number];

/** What the program writes itself about the event's time, and a recogniser could take for more. */
const OWN = /\b\p{L}+tag, \d{1,2}\. \p{L}+ \d{4}(?:, \d\d:\d\d(?: bis \d\d:\d\d)? Uhr)?/gu;

/** A mail of each kind about an event, a place and a club of this name, by whoever may edit it. */
async function mailsAbout(text: string): Promise<Map<Kind, OutboxMail>> {
  const before = new Set((await readOutbox(app.config)).map(({ id }) => id));
  const { organization } = await app.make.club({ name: text.slice(0, 200) });
  const addresses = new Map<string, Kind>();
  const former = {
    ...{ date: '2031-07-05', startTime: '17:30', endDate: null, endTime: null },
    place: `${text.slice(0, 190)} früher`,
  };
  for (const kind of KINDS) {
    const { user, member, event } = await stage(kind, organization, text);
    addresses.set(user.email, kind);
    await app.db.deleteFrom('notifications').where('event_uuid', '=', event.uuid).execute();
    await app.db
      .insertInto('notifications')
      .values({
        organization_uuid: organization.uuid,
        user_uuid: user.uuid,
        member_uuid: member,
        event_uuid: event.uuid,
        kind,
        dedupe: kind,
        details: JSON.stringify(
          kind.startsWith('series') ? { dates: { [event.uuid]: former } } : former,
        ),
      })
      .execute();
  }
  await app.work();
  const mails = (await readOutbox(app.config)).filter(({ id }) => !before.has(id));
  return new Map(mails.map((mail) => [addresses.get(mail.to) ?? 'promoted', mail]));
}

/** An event of this name, and a user of whom this kind of mail is true. */
async function stage(kind: Kind, organization: { uuid: string }, text: string) {
  const event = await app.make.event(organization, { name: text.slice(0, 200), max: 1 });
  const { member, ...user } = await app.make.userOf(organization);
  if (kind === 'place_free') {
    const other = await app.make.member(organization);
    await app.make.registration(event, other);
    await wait(app.db, event, [{ uuid: member }]);
    await sql`update events set promotion_hours = 168, start_time = '18:00',
      date = (now() at time zone 'Europe/Berlin')::date + 1 where uuid = ${event.uuid}`.execute(
      app.db,
    );
    await leave(app.db, event, other.uuid);
  } else if (kind !== 'opened' && kind !== 'removed')
    await app.make.registration(event, { uuid: member });
  await set(app.db, event, {
    place: text.slice(0, 200),
    ...(kind === 'opened' && { event_type: 'OPEN_EVENT', max_participants: 0 }),
    ...(kind.endsWith('_cancelled') && { cancelled_at: new Date(), cancel_reason: text }),
  });
  return { event, user, member };
}

describe.each(Object.entries(HOSTILE_NAMES))('a name that imitates a link (%s)', (_kind, name) => {
  let mails: Map<Kind, OutboxMail>;
  beforeAll(async () => {
    mails = await mailsAbout(name);
  });

  it.each(KINDS)(
    'the mail %s turns nothing that an editor typed into a link: name, place, reason (J9, J10, K11)',
    async (kind) => {
      const { subject, html, text } = mails.get(kind) ?? expect.fail('not written');
      const [own = '', ...others] = [...new Set(html.match(/href="[^"]*"/g))];
      const link = own.slice('href="'.length, -1);
      expect(link.startsWith(`${app.origin}/app/events/`), link).toBe(true);
      expect(others).toEqual([]);
      for (const part of [subject, shown(html), text]) {
        const rest = part.replaceAll(link, '').replace(/\s/g, ' ').replace(OWN, '');
        expect(linkLike(rest), rest).toEqual([]);
        expect((await linksIn(part)).filter((href) => href !== link)).toEqual([]);
      }
      expect([...subject].length).toBeLessThan(60);
      expect(subject).not.toMatch(/\p{Cc}/u);
    },
  );
});

it.each(Object.entries(LEGITIMATE_NAMES))('the event %s reads %s in a mail', async (name, read) => {
  const mail = (await mailsAbout(name)).get('event_cancelled');
  expect(mail?.subject).toBe(`Abgesagt: ${read}`);
  expect(mail?.text.replace(/\s+/g, ' ')).toContain(`Grund: ${read} `);
  expect(mail?.sender).toBe(`„${read}“ über Vereinsheim`);
});

it('an address keeps its house number and postcode in a mail', async () => {
  const mail = (await mailsAbout('Halle am Berg, Hauptstraße 12, 12345 Neustadt')).get('promoted');
  expect(mail?.text).toContain('Halle am Berg, Hauptstraße 12 · 12345 Neustadt');
});
