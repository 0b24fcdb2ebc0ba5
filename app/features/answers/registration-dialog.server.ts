import type { LoaderFunctionArgs } from '@remix-run/node';
import { dateToText } from '~/dates';
import { today } from '~/dates.server';
import { page } from '~/doors/page.server';
import { eventsPath } from '~/features/events/paths';
import { messages, type Places } from '~/features/events/wording';
import { readOwnAnswer } from './operations/answers.server';
import { hasDetails, obstacles } from './view';

const read = page(readOwnAnswer, {
  gone: { to: eventsPath(), message: messages.eventLoadFailed },
});

/** Loads what the dialogs of answering show (E3, J5). */
export async function readAnswerDialog(args: LoaderFunctionArgs) {
  const { event, own, linked, late } = await read(args);
  const { name, date, eventType, maxParticipants: max, registeredParticipants: taken } = event;
  const places: Places | null = eventType === 'LIMITED_EVENT' ? { max, taken } : null;
  return {
    name,
    date: dateToText(date),
    past: date < today(),
    places,
    own: own.answer,
    /** The fields that the event has, as they were last filled in; none as in the specification. */
    fields: hasDetails(event)
      ? { companions: event.companions, places: own.places, note: own.note }
      : null,
    obstacles: obstacles(event, { own, linked, late, now: new Date() }),
    asks: eventType === 'OPEN_EVENT',
  };
}
