import { useLoaderData, useLocation } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { QuestionForm } from '~/ui/question-form';
import { titled } from '~/ui/title';
import { deleteEvent, readEventForEdit } from '../operations/events.server';
import { behindEvent, eventsPath } from '../paths';
import { messages } from '../wording';

const TITLE = 'Veranstaltung löschen';

export const meta = titled(TITLE);
export const loader = page(readEventForEdit, {
  gone: { to: eventsPath(), message: messages.eventLoadFailed },
});
export const action = form(deleteEvent, {
  success: messages.eventDeleted,
  failure: messages.eventDeleteFailed,
  next: (_nothing, { request }) => eventsPath(new URL(request.url).search),
  gone: eventsPath(),
});

/** Asks before an event is deleted (E3); closes if it is gone (E5). */
export default function DeleteEvent() {
  const event = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={TITLE} closeTo={behindEvent(event.uuid, useLocation().search)}>
      <QuestionForm id="delete-event">
        <p>
          Soll <strong>{event.name}</strong> wirklich gelöscht werden? Anmeldungen, Teilnehmer und
          Umfragen der Veranstaltung gehen dabei verloren.
        </p>
        <DialogActions>
          <Button variant="danger">Löschen</Button>
        </DialogActions>
      </QuestionForm>
    </RouteDialog>
  );
}
