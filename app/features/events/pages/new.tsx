import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { today } from '~/dates.server';
import { form } from '~/doors/form.server';
import { bodyOf } from '~/doors/kept-input.server';
import { page } from '~/doors/page.server';
import {
  createEventWithDates,
  previewNewDates,
} from '~/features/series/operations/creation.server';
import { newEventWithDatesForm } from '~/features/series/schema';
import { eventPagePath, eventsPath } from '~/paths/events';
import { RouteDialog } from '~/ui/dialog';
import { titled } from '~/ui/title';
import { EventForm } from '../components/event-form';
import { type NewDates, SHOWN } from '../components/series-fields';
import { readEventToStartWith } from '../operations/events.server';
import { formValues, NO_DEADLINES, pastHint, seriesValues } from '../view';
import { CREATE_EVENT, messages } from '../wording';

export const meta = titled(CREATE_EVENT);

const read = page(readEventToStartWith);

export async function loader(args: LoaderFunctionArgs) {
  const { choosable, forEveryone, club, ...start } = await read(args);
  const event = { ...formValues(start, NO_DEADLINES), ...seriesValues(club.state, today()) };
  // Entered once a limited event is chosen.
  const isOpen = event.eventType === 'OPEN_EVENT';
  return {
    choosable,
    forEveryone,
    club,
    event: isOpen ? { ...event, maxParticipants: '' } : event,
  };
}

const create = form(createEventWithDates, {
  fields: newEventWithDatesForm,
  success: (event) => messages.eventCreated(event, pastHint(event, today())),
  failure: messages.eventCreateFailed,
  next: (event) => eventPagePath(event.uuid),
});

const preview = form(previewNewDates, {
  fields: newEventWithDatesForm,
  failure: messages.eventCreateFailed,
  next: 'show',
});

/** Without scripts, the dates of a series are previewed first (L4). */
export const action = Object.assign(
  async (args: ActionFunctionArgs) => {
    const posted = new URLSearchParams(await bodyOf(args.request.clone()));
    const repeats = posted.get('repeats') ?? 'never';
    return repeats !== 'never' && !posted.has(SHOWN) ? preview(args) : create(args);
  },
  { failure: create.failure },
);

/** A new event (E3, E4) with its series (Y3), from nothing or as a copy of another. */
export default function NewEvent() {
  const { event, choosable, forEveryone, club } = useLoaderData<typeof loader>();
  const previewed = useActionData() as { output?: NewDates | null } | undefined;
  return (
    <RouteDialog title={CREATE_EVENT} closeTo={eventsPath(useLocation().search)} wide>
      <EventForm
        id="new-event"
        event={event}
        choosable={choosable}
        forEveryone={forEveryone}
        club={club}
        previewed={previewed?.output ?? null}
        submit="Erstellen"
      />
    </RouteDialog>
  );
}
