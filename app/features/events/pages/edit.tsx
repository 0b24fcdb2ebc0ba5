import { useLoaderData, useLocation } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { RouteDialog } from '~/ui/dialog';
import { titled } from '~/ui/title';
import { EventForm } from '../components/event-form';
import { readEventForEdit, updateEvent } from '../operations/events.server';
import { behindEvent, eventsBehind, eventsPath } from '../paths';
import { changedEventForm } from '../schema';
import { consequenceOf } from '../view';
import { messages } from '../wording';

const TITLE = 'Veranstaltung bearbeiten';

export const meta = titled(TITLE);
export const loader = page(readEventForEdit, {
  gone: { to: eventsPath(), message: messages.eventLoadFailed },
});
export const action = form(updateEvent, {
  fields: changedEventForm,
  success: (event) => messages.eventSaved(event, consequenceOf(event)),
  failure: messages.eventSaveFailed,
  next: (_event, args) => eventsBehind(args),
  gone: eventsPath(),
});

/** Changing an event (E4); closes if it is gone (E5). */
export default function EditEvent() {
  const { version, ...event } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={TITLE} closeTo={behindEvent(event.uuid, useLocation().search)}>
      <EventForm
        id="edit-event"
        event={event}
        registered={event.registeredParticipants}
        version={version}
        submit="Speichern"
      />
    </RouteDialog>
  );
}
