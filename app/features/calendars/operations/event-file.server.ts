import type { Database } from '#db/connection';
import { eventInScope } from '~/features/events/queries.server';
import { eventId } from '~/features/events/schema';
import { inScope, operation } from '~/kernel/operation.server';
import { notFound } from '~/kernel/problem';
import { calendarFile } from '../calendar.server';
import { eventForCalendar } from '../queries.server';

/**
 * One event as a calendar file, for a download or a mail (M3, M6): the same entry as in the feeds,
 * so that a program with both shows it once.
 * @returns undefined if the event is gone
 */
export async function eventFile(
  db: Database,
  config: { origin: string },
  event: string,
): Promise<{ name: string; date: string; calendar: string } | undefined> {
  const found = await eventForCalendar(db, event);
  if (!found) return undefined;
  const calendar = await calendarFile(config, [found]);
  return { name: found.name, date: found.date, calendar };
}

export const readEventFile = operation({
  summary: 'Read an event as a calendar file, which does not follow changes',
  input: eventId,
  subject: eventInScope,
  may: inScope,
  async read({ db, subject, services }) {
    const file = await eventFile(db, services.config, subject.event.uuid);
    if (!file) throw notFound();
    return file;
  },
});
