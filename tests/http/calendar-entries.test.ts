import fc from 'fast-check';
import nodeIcal, { type VEvent } from 'node-ical';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { entriesOf, makeFeed, type ReadEntry } from '../support/calendars';
import { type RandomEvent, randomEvent, timesIn, ZONES } from '../support/random-events';
import { changeRows } from '../support/rows';

const app = testApp();

/** A club in this zone with these events, and a feed of all of them. */
async function feedOf(zone: string, events: readonly RandomEvent[]) {
  const organization = await app.make.organization();
  await changeRows(app.db, 'organizations', organization.uuid, { time_zone: zone });
  const user = await app.make.userOf(organization);
  const uuids: string[] = [];
  for (const event of events) uuids.push(await insert(organization, user, event));
  const feed = await makeFeed(app, user, { organization, scope: 'all' });
  return { ...feed, uuids };
}

async function insert(
  organization: { uuid: string },
  { member }: { member: string },
  { name, date, place, description, startTime, endTime, moreDays, ...event }: RandomEvent,
): Promise<string> {
  const made = await app.make.event(
    organization,
    { name, date: date.toString() },
    {
      place,
      description,
      start_time: startTime,
      end_time: endTime,
      end_date: moreDays === null ? null : date.add({ days: moreDays }).toString(),
      asks_answer: event.asksAnswer,
    },
  );
  if (event.answer) {
    await app.pool.query(
      'insert into answers (answer, event_uuid, member_uuid, organization_uuid) values ($1, $2, $3, $4)',
      [event.answer, made.uuid, member, organization.uuid],
    );
  }
  if (event.cancelled)
    await changeRows(app.db, 'events', made.uuid, {
      cancelled_at: new Date(),
      cancel_reason: event.reason,
    });
  return made.uuid;
}

/** As a calendar can hold a text: lines, and no other control characters. */
const held = (text: string) =>
  [...text.replace(/\r\n?/g, '\n')]
    .map((each) => (/[\u0085\u2028\u2029]/.test(each) ? '\n' : each))
    .filter((each) => !/\p{Cc}/u.test(each) || /[\t\n]/.test(each))
    .join('');

function expected(
  zone: string,
  event: RandomEvent,
  uuid: string,
): Omit<ReadEntry, 'stamp' | 'modified'> {
  const { cancelled, answer, asksAnswer } = event;
  const { start, end } = timesIn(zone, event);
  const isOpen = asksAnswer && answer === null && Date.parse(isoOf(start)) > Date.now();
  const prefix = cancelled ? 'Fällt aus: ' : isOpen ? '? ' : '';
  const standing = isOpen ? 'Sie haben noch nicht geantwortet.' : answerText(answer);
  const state = cancelled
    ? ['Die Veranstaltung fällt aus.', event.reason && `Grund: ${event.reason}`]
        .filter(Boolean)
        .join('\n')
    : standing;
  const url = `${app.origin}/app/events/${uuid}`;
  return {
    uid: `${uuid}@${new URL(app.origin).host}`,
    summary: held(`${prefix}${event.name}`),
    description: [state, cut(event.description), url].map(held).filter(Boolean).join('\n\n'),
    location: held(event.place) || null,
    status: cancelled ? 'CANCELLED' : isOpen ? 'TENTATIVE' : 'CONFIRMED',
    transparency: answer === 'yes' && !cancelled ? 'OPAQUE' : 'TRANSPARENT',
    // One for the zone of the club.
    sequence: Number(zone !== 'Europe/Berlin') + Number(cancelled),
    start,
    end,
  };
}

const answerText = (answer: RandomEvent['answer']) =>
  answer === 'yes' ? 'Sie sind dabei.' : answer === 'no' ? 'Sie haben abgesagt.' : '';

function cut(text: string): string {
  const all = [...text];
  return all.length > 1000 ? `${all.slice(0, 999).join('').trimEnd()}…` : text;
}

/** Days of a feed are never around the present moment, so the zone of a day does not matter. */
const isoOf = (written: string) =>
  written.replace(
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/,
    (_all, y, m, d, h = '00', min = '00') => `${y}-${m}-${d}T${h}:${min}:00Z`,
  );

describe('entries', () => {
  it('two other programs read of any event what it says, and no line is too long (M3, M9)', async () => {
    const clubs = fc
      .constantFrom(...ZONES)
      .chain((zone) =>
        fc.tuple(fc.constant(zone), fc.array(randomEvent(zone), { minLength: 1, maxLength: 8 })),
      );
    await fc.assert(
      fc.asyncProperty(clubs, async ([zone, events]) => {
        const { path, uuids } = await feedOf(zone, events);
        const response = await fetch(app.origin + path);
        const bytes = Buffer.from(await response.arrayBuffer());
        const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
        expectWellFormed(bytes);
        const wanted = new Map(
          events.map((event, at) => {
            const entry = expected(zone, event, uuids[at] ?? '');
            return [entry.uid, entry];
          }),
        );
        const read = entriesOf(text);
        expect(read).toHaveLength(events.length);
        for (const { stamp, modified, ...entry } of read) {
          expect(entry).toEqual(wanted.get(entry.uid));
          expect(modified).toBe(stamp);
        }
        expectSameOf(text, read);
      }),
      { numRuns: 60 },
    );
  });
});

/** Lines end with CRLF, have 75 octets at most, and are text for themselves (RFC 5545, 3.1). */
function expectWellFormed(bytes: Buffer): void {
  const lines = bytes.toString('latin1').split('\r\n');
  expect(lines.pop()).toBe('');
  for (const line of lines) {
    expect(line.length).toBeLessThanOrEqual(75);
    expect(line).not.toMatch(/[\r\n\0]/);
    new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(line, 'latin1'));
  }
}

/** node-ical reads the same as ical.js has. */
function expectSameOf(text: string, read: readonly ReadEntry[]): void {
  const others = Object.values(nodeIcal.sync.parseICS(text)).filter(
    (each): each is VEvent => each?.type === 'VEVENT',
  );
  const byUid = new Map(others.map((each) => [each.uid, each]));
  expect(byUid.size).toBe(read.length);
  for (const { uid, summary, description, status, sequence, start, end } of read) {
    const other = byUid.get(uid);
    const isDay = start.length === 8;
    expect({
      summary: roughly(other?.summary),
      description: roughly(other?.description),
      status: other?.status,
      sequence: Number(other?.sequence),
      kind: other?.datetype,
      start: written(other?.start, isDay),
      end: written(other?.end, isDay),
    }).toEqual({
      summary: roughly(summary),
      description: roughly(description),
      status,
      sequence,
      kind: isDay ? 'date' : 'date-time',
      start,
      end,
    });
  }
}

/**
 * A text without what node-ical gets wrong: it takes a backslash before an n for a line break, and
 * drops white space at the ends.
 */
const roughly = (text: unknown) => String(text).replace(/[\\n\s]/g, '');

/** node-ical keeps a day as midnight where it runs. */
function written(at: Date | undefined, isDay: boolean): string {
  if (!at) return '';
  if (!isDay) return at.toISOString().replace(/[-:]|\.\d+/g, '');
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('');
}
