import { useLocation } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { messages } from '~/messages';
import { RouteDialog } from '~/ui/dialog';
import { titled } from '~/ui/title';
import { EventForm } from '../components/event-form';
import { createEvent, readEventCreation } from '../operations/events.server';
import { listBehind, listPath } from '../paths';
import { newEventForm } from '../schema';

const TITLE = 'Veranstaltung erstellen';

export const meta = titled(TITLE);
export const loader = page(readEventCreation);
export const action = form(createEvent, {
  fields: newEventForm,
  success: messages.eventCreated,
  failure: messages.eventCreateFailed,
  next: listBehind,
});

/** A new event (E3, E4). */
export default function NewEvent() {
  return (
    <RouteDialog title={TITLE} closeTo={listPath(useLocation().search)}>
      <EventForm id="new-event" submit="Erstellen" />
    </RouteDialog>
  );
}
