import { useLoaderData, useLocation } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { messages } from '~/messages';
import { RouteDialog } from '~/ui/dialog';
import { titled } from '~/ui/title';
import { EventForm } from '../components/event-form';
import { readEventToEdit, updateEvent } from '../operations/events.server';
import { listBehind, listPath } from '../paths';
import { changedEventForm } from '../schema';

const TITLE = 'Veranstaltung bearbeiten';

export const meta = titled(TITLE);
export const loader = page(readEventToEdit, {
  gone: { to: listPath(), message: messages.eventLoadFailed },
});
export const action = form(updateEvent, {
  fields: changedEventForm,
  success: messages.eventSaved,
  failure: messages.eventSaveFailed,
  next: listBehind,
  gone: '/app/events',
});

/** Changing an event (E4); closes if it is gone (E5). */
export default function EditEvent() {
  const { name, date, eventType, maxParticipants, version } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={TITLE} closeTo={listPath(useLocation().search)}>
      <EventForm
        id="edit-event"
        event={{ name, date, eventType, maxParticipants }}
        version={version}
        submit="Speichern"
      />
    </RouteDialog>
  );
}
