import { dayInWords } from '~/dates';
import { yesInWords } from '~/features/events/wording';
import { invalid } from '~/kernel/problem';
import { counted } from '~/numbers';
import type { SeriesEvent } from './queries.server';

/**
 * No date with answers is deleted or moved unless it was shown to the caller (L6).
 * @param listed the dates that were shown
 * @param touched the dates that would be deleted or moved
 * @throws Problem 422 with all of these that have answers, if one of them was not shown: at
 *   `listed` in words, and at `unlisted` their ids in the same order
 */
export function requireListed(listed: readonly string[], touched: readonly SeriesEvent[]): void {
  const answered = touched.filter((event) => event.answered);
  if (answered.every(({ uuid }) => listed.includes(uuid))) return;
  throw invalid({
    listed: [
      `Für ${answered.length === 1 ? 'diesen Termin' : 'diese Termine'} gibt es schon Antworten. Bitte prüfen und noch einmal absenden.`,
      ...answered.map((event) => `${dayInWords(event.date)}: ${answersInWords(event)}`),
    ],
    unlisted: answered.map(({ uuid }) => uuid),
  });
}

type Answers = Parameters<typeof yesInWords>[0] &
  Pick<SeriesEvent, 'waiting' | 'declined' | 'cancelledAt'>;

/** '3 Zusagen, 1 Absage' */
export function answersInWords(event: Answers): string {
  const { registeredParticipants: yes, waiting, declined: no } = event;
  const parts = [
    yes > 0 && yesInWords(event),
    waiting > 0 && `${waiting} auf der Warteliste`,
    no > 0 && counted(no, 'Absage', 'Absagen'),
  ].filter(Boolean);
  const text = parts.length > 0 ? parts.join(', ') : 'Umfrage oder Anwesenheit';
  return event.cancelledAt ? `${text} (fällt aus)` : text;
}
