import { eventInScope } from '~/features/events/queries.server';
import { eventId } from '~/features/events/schema';
import { inScope, operation } from '~/kernel/operation.server';
import { notFound } from '~/kernel/problem';
import { calendarFile } from '../calendar.server';
import { eventForCalendar } from '../queries.server';

/** Its entry is that of the feeds, so that a program with both shows it once (M6). */
export const readEventFile = operation({
  summary: 'Read an event as a calendar file, which does not follow changes',
  input: eventId,
  subject: eventInScope,
  may: inScope,
  async read({ db, subject, services }) {
    const event = await eventForCalendar(db, subject.event.uuid);
    if (!event) throw notFound();
    const calendar = await calendarFile(services.config, [event]);
    return { name: event.name, date: event.date, calendar };
  },
});
