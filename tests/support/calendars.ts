import ICAL from 'ical.js';
import type { FeedScope } from '~/features/calendars/schema';
import { newSecret } from '~/kernel/secret.server';
import type { TestApp } from './app';
import { insertRow } from './rows';

/** Inserts a feed. @returns its token and the path of its address */
export async function makeFeed(
  { db }: Pick<TestApp, 'db'>,
  user: { uuid: string },
  {
    organization,
    scope = 'mine',
    slot = 1,
  }: { organization?: { uuid: string }; scope?: FeedScope; slot?: number } = {},
) {
  const { secret: token, hash } = newSecret();
  const uuid = await insertRow(db, 'calendar_feeds', {
    token_hash: hash,
    user_uuid: user.uuid,
    organization_uuid: organization?.uuid ?? null,
    scope,
    label: 'Handy',
    slot,
  });
  return { uuid, token, path: `/app/calendar/${token}.ics` };
}

/** A calendar's entry as ical.js reads it. */
export interface ReadEntry {
  readonly uid: string;
  readonly summary: string;
  readonly description: string;
  readonly location: string | null;
  readonly status: string;
  readonly transparency: string;
  readonly sequence: number;
  readonly stamp: string;
  readonly modified: string;
  /** As it is written: '20300615' or '20300615T160000Z'. */
  readonly start: string;
  readonly end: string;
}

/** Reads a calendar with ical.js. */
export function entriesOf(text: string): ReadEntry[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents('vevent').map((entry) => {
    const value = (name: string) => entry.getFirstPropertyValue(name);
    const moment = (name: string) => (value(name) as ICAL.Time).toICALString();
    return {
      uid: String(value('uid')),
      summary: String(value('summary')),
      description: String(value('description')),
      location: value('location') as string | null,
      status: String(value('status')),
      transparency: String(value('transp')),
      sequence: Number(value('sequence')),
      stamp: moment('dtstamp'),
      modified: moment('last-modified'),
      start: moment('dtstart'),
      end: moment('dtend'),
    };
  });
}
