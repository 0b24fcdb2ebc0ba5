import { expect, it } from 'vitest';
import type { Kind } from '~/features/outbox/schema';
import { readOutbox } from '~/mail/transport.server';
import { testApp } from '../support/app';
import { loadedBy } from '../support/mail-links';
import { datesOf, queueTold, type Told, writtenBy } from '../support/told';

const app = testApp();

/** Paths that do something for their receiver, with what tells whose they are. */
const TOKENS = /\/app\/(answer|unsubscribe)\/[\w-]+/g;

const KINDS = [
  ...['promoted', 'event_changed', 'event_restored', 'event_soon', 'series_changed'],
  ...['removed', 'event_new', 'series_new', 'poll_new', 'poll_missing', 'message'],
] as const satisfies readonly Kind[];
const COMING: readonly Kind[] = [
  ...(['promoted', 'event_changed', 'event_restored', 'event_soon', 'series_changed'] as const),
];

it('two receivers get the same mail, but for their name and what acts for them (N16)', async () => {
  const { organization, admin } = await app.make.club({ name: 'TSV Grünau' });
  const [one, other] = [await receiver('Anna'), await receiver('Berta')];
  const former = {
    date: '2031-07-05',
    startTime: '17:30',
    endDate: null,
    endTime: null,
  };
  for (const kind of KINDS) {
    const event = await app.make.event(organization, { name: 'Sommerfest', max: 9 });
    const poll = kind.startsWith('poll') ? await app.make.poll(event) : undefined;
    const message =
      kind === 'message' ? await writtenBy(app, admin, organization, { event }) : undefined;
    const details = { ...former, place: 'Halle' };
    for (const user of [one, other]) {
      if (COMING.includes(kind)) await app.make.registration(event, { uuid: user.member });
      const told: Told = {
        kind,
        user,
        organization,
        member: user.member,
        event,
        poll,
        message,
        details: kind.startsWith('series') ? datesOf([event], details) : details,
      };
      await queueTold(app, [told]);
    }
  }
  await app.work();
  const mails = await readOutbox(app.config);
  const plain = (html: string) =>
    html.replace(TOKENS, '/app/$1/…').replaceAll('Anna', '…').replaceAll('Berta', '…');
  const received = ({ email }: { email: string }) =>
    mails
      .filter(({ to }) => to === email)
      .map(({ html, text }) => plain(html + text))
      .sort();
  expect(received(one)).toHaveLength(KINDS.length);
  expect(received(other)).toEqual(received(one));
  for (const { html } of mails) {
    for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g))
      expect(href.startsWith(`${app.origin}/app/`), href).toBe(true);
    expect(loadedBy(html)).toEqual([]);
  }

  async function receiver(firstName: string) {
    const user = await app.make.user({ firstName, lastName: 'Muster' });
    await app.make.belongs(user, organization);
    const member = await app.make.member(organization, { firstName, lastName: 'Muster', user });
    return { ...user, member: member.uuid };
  }
});
