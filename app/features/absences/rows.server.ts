import { dateToText, daysToText, weekdayToText } from '~/dates';
import type { listAbsences } from './operations.server';
import { declinesToText, stillComing } from './wording';

type Read = Awaited<ReturnType<typeof listAbsences.perform>>['output'];

/** Only what the absences screen shows, as it is sent to the browser twice. */
export function absencesScreenOf({ linked, absences }: Read) {
  return {
    linked,
    absences: absences.map(({ uuid, declined, coming, events, ...days }) => {
      const more = coming - events.length;
      return {
        uuid,
        days: daysToText(days),
        declined: `${declinesToText(declined)}.`,
        still: stillComing(coming).replace(/\.$/, ':'),
        events: events.map(({ uuid, name, date, waits }) => ({
          uuid,
          name,
          when: `${weekdayToText(date)}, ${dateToText(date)}${waits ? ', auf der Warteliste' : ''}`,
        })),
        more: more > 0 ? `und ${more} weitere` : '',
      };
    }),
  };
}
