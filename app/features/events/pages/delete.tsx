import { Link, useLoaderData, useLocation, useParams } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { QuestionForm } from '~/ui/question-form';
import { titled } from '~/ui/title';
import { deleteEvent, readEventForDeletion } from '../operations/events.server';
import { eventPath, eventsBehind, eventsPath, pageBehind } from '../paths';
import { messages } from '../wording';

const TITLE = 'Veranstaltung löschen';

export const meta = titled(TITLE);
export const loader = page(readEventForDeletion, {
  gone: { to: eventsPath(), message: messages.eventLoadFailed },
});
export const action = form(deleteEvent, {
  success: messages.eventDeleted,
  failure: messages.eventDeleteFailed,
  next: (_nothing, args) => eventsBehind(args),
  gone: eventsPath(),
});

/** Asks before an event is deleted (E3); closes if it is gone (E5). */
export default function DeleteEvent() {
  const event = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { event: uuid = '' } = useParams();
  return (
    <RouteDialog title={TITLE} closeTo={pageBehind(uuid, search)}>
      <QuestionForm id="delete-event">
        <p>
          Soll <strong>{event.name}</strong> wirklich gelöscht werden? Anmeldungen, Teilnehmer und
          Umfragen der Veranstaltung gehen dabei verloren.
        </p>
        {event.couldBeCancelled && (
          <p>
            <Link to={eventPath(uuid, 'cancellation', search)}>Absagen statt löschen</Link>: dann
            erfahren es alle.
          </p>
        )}
        <DialogActions>
          <Button variant="danger">Löschen</Button>
        </DialogActions>
      </QuestionForm>
    </RouteDialog>
  );
}
