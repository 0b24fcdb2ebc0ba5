import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { today } from '~/dates.server';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { eventsBehind, eventsPath } from '~/paths/events';
import { RouteDialog } from '~/ui/dialog';
import { titled } from '~/ui/title';
import { EventForm } from '../components/event-form';
import { createEvent, readEventToStartWith } from '../operations/events.server';
import { newEventForm } from '../schema';
import { formValues, NO_DEADLINES, pastHint } from '../view';
import { CREATE_EVENT, messages } from '../wording';

export const meta = titled(CREATE_EVENT);

const read = page(readEventToStartWith);

export async function loader(args: LoaderFunctionArgs) {
  const { choosable, ...start } = await read(args);
  const event = formValues(start, NO_DEADLINES);
  // To be typed once a limited event is chosen.
  const isOpen = event.eventType === 'OPEN_EVENT';
  return { choosable, event: isOpen ? { ...event, maxParticipants: '' } : event };
}

export const action = form(createEvent, {
  fields: newEventForm,
  success: (event) => messages.eventCreated(event, pastHint(event, today())),
  failure: messages.eventCreateFailed,
  next: (_event, args) => eventsBehind(args),
});

/** A new event (E3, E4), from nothing or as a copy of another. */
export default function NewEvent() {
  const { event, choosable } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={CREATE_EVENT} closeTo={eventsPath(useLocation().search)}>
      <EventForm id="new-event" event={event} choosable={choosable} submit="Erstellen" />
    </RouteDialog>
  );
}
