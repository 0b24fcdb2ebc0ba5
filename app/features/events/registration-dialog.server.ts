import type { LoaderFunctionArgs } from '@remix-run/node';
import { dateToText } from '~/dates';
import { today } from '~/dates.server';
import { page } from '~/doors/page.server';
import { readEventForRegistration } from './operations/registration.server';
import { eventsPath } from './paths';
import { obstacleTo } from './view';
import { messages, type Places } from './wording';

const read = page(readEventForRegistration, {
  gone: { to: eventsPath(), message: messages.eventLoadFailed },
});

/** Loads what the dialogs of signing up and of signing off show (E3). */
export async function readRegistrationDialog(args: LoaderFunctionArgs) {
  const { event, registered, linked } = await read(args);
  const { name, date, eventType, maxParticipants: max, registeredParticipants: taken } = event;
  const places: Places | null = eventType === 'LIMITED_EVENT' ? { max, taken } : null;
  const obstacle = obstacleTo(event, { registered, linked });
  const past = date < today();
  return { name, date: dateToText(date), past, places, registered, obstacle };
}
