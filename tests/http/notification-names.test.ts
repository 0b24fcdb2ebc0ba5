import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { KINDS } from '~/features/outbox/rules/kinds.server';
import type { Kind } from '~/features/outbox/schema';
import { type OutboxMail, readOutbox } from '~/mail/transport.server';
import { testApp } from '../support/app';
import { givenUpIn } from '../support/given-up';
import { HOSTILE_NAMES, LEGITIMATE_NAMES } from '../support/hostile-names';
import { linkLike, linksIn, loadedBy, shown } from '../support/mail-links';
import { leave, set, wait } from '../support/notifications';
import { changeRows, deleteRows, insertRows } from '../support/rows';
import { datesOf, queueTold, type Told, writtenBy } from '../support/told';

const app = testApp();

const TOLD = Object.keys(KINDS) as Kind[];
const MAILS = [...TOLD, 'digest'] as const;
type Mail = (typeof MAILS)[number];

/** What the program writes itself about the event's time, and a recogniser could take for more. */
const OWN = /\b\p{L}+(?:tag|woch), \d{1,2}\. \p{L}+ \d{4}(?:, \d\d:\d\d(?: bis \d\d:\d\d)? Uhr)?/gu;

/** A mail of each of these kinds about an event, a place and a club of this name, caused by an editor. */
async function mailsAbout(text: string, kinds: readonly Mail[]): Promise<Map<Mail, OutboxMail>> {
  const before = new Set((await readOutbox(app.config)).map(({ id }) => id));
  const { organization, admin } = await app.make.club({ name: text.slice(0, 200) });
  await changeRows(app.db, 'users', admin.uuid, {
    first_name: text.slice(0, 100),
    last_name: text.slice(0, 100),
  });
  const addresses = new Map<string, Mail>();
  for (const kind of TOLD.filter((each) => kinds.includes(each))) {
    const user = await app.make.userOf(organization);
    addresses.set(user.email, kind);
    await queueTold(app, [await stage(kind, { organization, admin, user }, text)]);
  }
  if (kinds.includes('digest')) {
    const reader = await app.make.userOf(organization);
    addresses.set(reader.email, 'digest');
    const all = [];
    for (const kind of TOLD.filter((each) => each !== 'promoted' && each !== 'removed'))
      all.push(await stage(kind, { organization, admin, user: reader }, text));
    const [first, ...others] = all;
    if (first) await queueTold(app, [first, ...others], 'digest');
  }
  await app.work();
  const mails = (await readOutbox(app.config)).filter(({ id }) => !before.has(id));
  return new Map(mails.map((mail) => [addresses.get(mail.to) ?? 'promoted', mail]));
}

interface Cast {
  readonly organization: { uuid: string };
  readonly admin: { uuid: string };
  readonly user: { uuid: string; email: string; member: string };
}

/** An event of this name of which this kind of mail is true for a user. */
async function stage(kind: Kind, cast: Cast, text: string): Promise<Told> {
  const { organization, admin, user } = cast;
  if (kind === 'contact_changed')
    await insertRows(app.db, 'permissions', {
      organization_uuid: organization.uuid,
      user_uuid: user.uuid,
      permission: 'EDIT_MEMBERS',
    });
  const asks = kind === 'answer_missing';
  const event = await app.make.event(
    organization,
    { name: text.slice(0, 200), ...(!asks && { max: 1 }) },
    { asks_answer: asks },
  );
  if (kind === 'place_free') {
    const other = await app.make.member(organization);
    await app.make.registration(event, other);
    await wait(app.db, event, [{ uuid: user.member }]);
    await sql`update events set promotion_hours = 168, start_time = '18:00',
      date = (now() at time zone 'Europe/Berlin')::date + 1 where uuid = ${event.uuid}`.execute(
      app.db,
    );
    await leave(app.db, event, other.uuid);
  } else if (!SILENT.includes(kind)) await app.make.registration(event, { uuid: user.member });
  await set(app.db, event, {
    place: text.slice(0, 200),
    ...(kind === 'opened' && { event_type: 'OPEN_EVENT', max_participants: 0 }),
    ...(kind.endsWith('_cancelled') && { cancelled_at: new Date(), cancel_reason: text }),
  });
  await deleteRows(app.db, 'notifications', { event_uuid: event.uuid });
  const former = {
    date: '2031-07-05',
    startTime: '17:30',
    endDate: null,
    endTime: null,
    place: `${text.slice(0, 190)} früher`,
  };
  const isPoll = kind.startsWith('poll');
  return {
    kind,
    user,
    organization,
    member: user.member,
    event,
    ...(isPoll && { poll: await app.make.poll(event, { name: text.slice(0, 200) }) }),
    ...(kind === 'message' && {
      message: await writtenBy(app, admin, organization, {
        subject: text.replace(/\s+/g, ' ').slice(0, 200),
        body: `${text}\n\n${text}`,
        event,
      }),
    }),
    ...(kind === 'contact_changed' && {
      contact: await app.make.member(organization, {
        firstName: text.slice(0, 100),
        lastName: text.slice(0, 100),
      }),
    }),
    details: kind.startsWith('series') ? datesOf([event], former) : former,
  };
}

/** Told to members who have not answered. */
const SILENT: readonly Kind[] = ['opened', 'removed', 'event_new', 'series_new', 'answer_missing'];

/** Paths that a mail leads to. */
const OURS =
  /^\/app\/(events(\?organization=[0-9a-f-]{36}|\/[0-9a-f-]{36}(\/polls\/[0-9a-f-]{36})?)?|members\/[0-9a-f-]{36}|messages\/[0-9a-f-]{36}|(answer|unsubscribe)\/[\w-]+(\?answer=(yes|no|take))?|account\/notifications\?organization=[0-9a-f-]{36})$/;

/** Each name is in a third of the kinds, by turns, and each kind has a third of the names. */
const named = Object.entries(HOSTILE_NAMES).map(
  ([what, name], nth) => [what, name, MAILS.filter((_kind, at) => at % 3 === nth % 3)] as const,
);

it.each(named)(
  'no mail turns what an editor typed into a link, be it name, place or reason, and none loads anything: %s (J9, J10, K11, N11, N16)',
  async (_what, name, kinds) => {
    const mails = await mailsAbout(name, kinds);
    for (const kind of kinds) {
      const { subject, html, text } = mails.get(kind) ?? expect.fail(`${kind} was not written`);
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
      expect(links.length, kind).toBeGreaterThan(1);
      expect(
        links.filter((link) => !OURS.test(link.slice(app.origin.length))),
        kind,
      ).toEqual([]);
      expect(loadedBy(html), kind).toEqual([]);
      for (const part of [subject, shown(html), text]) {
        const without = links.reduce((rest, link) => rest.replaceAll(link, ''), part);
        const rest = without.replace(/\s/g, ' ').replace(OWN, '');
        expect(linkLike(rest), `${kind}: ${rest}`).toEqual([]);
        expect(
          (await linksIn(part)).filter((href) => !links.includes(href)),
          kind,
        ).toEqual([]);
      }
      expect([...subject].length, kind).toBeLessThan(60);
      expect(subject, kind).not.toMatch(/\p{Cc}/u);
    }
  },
);

it('mails say each thing in one word (Y2)', async () => {
  for (const [kind, { subject, text }] of await mailsAbout('Sommerfest', MAILS))
    expect(givenUpIn(`${subject}\n${text}`), kind).toEqual([]);
});

it.each(Object.entries(LEGITIMATE_NAMES))('the event %s reads %s in a mail', async (name, read) => {
  const mail = (await mailsAbout(name, ['event_cancelled'])).get('event_cancelled');
  expect(mail?.subject).toBe(`Fällt aus: ${read}`);
  expect(mail?.text.replace(/\s+/g, ' ')).toContain(`Grund: ${read} `);
  expect(mail?.sender).toBe(`${read} über Vereinsheim`);
});

it('an address keeps its house number and postcode in a mail', async () => {
  const address = 'Halle am Berg, Hauptstraße 12, 12345 Neustadt';
  const mail = (await mailsAbout(address, ['promoted'])).get('promoted');
  expect(mail?.text).toContain('Halle am Berg, Hauptstraße 12 · 12345 Neustadt');
});
