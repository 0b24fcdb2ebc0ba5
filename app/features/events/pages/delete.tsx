import { useLoaderData, useLocation, useParams } from '@remix-run/react';
import { dateToText } from '~/dates';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { eventPath, eventsBehind, eventsPath, openedOver, pageBehind } from '~/paths/events';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { Link } from '~/ui/link';
import { QuestionForm } from '~/ui/question-form';
import { titled } from '~/ui/title';
import { AnsweredDates, Choice, seriesLabels } from '../components/dates-of-series';
import { deleteDates, readEventForDeletion } from '../operations/events.server';
import { fateTexts, messages, scopeTexts } from '../wording';

const FORM = 'delete-event';
const TITLE = 'Veranstaltung löschen';

export const meta = titled(TITLE);
export const loader = page(readEventForDeletion, {
  gone: { to: eventsPath(), message: messages.eventLoadFailed },
});
export const action = form(deleteDates, {
  success: ({ name, counts }) =>
    counts ? messages.datesDeleted({ name, counts }) : messages.eventDeleted({ name }),
  failure: messages.eventDeleteFailed,
  next: (_nothing, args) => eventsBehind(args),
  gone: eventsPath(),
});

/** Asks before an event is deleted (E3); closes if it is gone (E5). */
export default function DeleteEvent() {
  const event = useLoaderData<typeof loader>();
  const at = useLocation();
  const { event: uuid = '' } = useParams();
  return (
    <RouteDialog title={TITLE} closeTo={pageBehind(uuid, at)}>
      <QuestionForm id={FORM} labels={seriesLabels}>
        <p>
          Soll <strong>{event.name}</strong> am {dateToText(event.date)} wirklich gelöscht werden?
          Anmeldungen, Anwesenheit und Umfragen der Veranstaltung gehen dabei verloren.
        </p>
        {event.couldBeCancelled && (
          <p>
            <Link to={eventPath(uuid, 'cancellation', at.search, openedOver(at))}>
              Ausfallen lassen statt löschen
            </Link>
            : dann können alle es erfahren.
          </p>
        )}
        {event.repeats && (
          <>
            <Choice form={FORM} name="scope" label={seriesLabels.scope} texts={scopeTexts} />
            <AnsweredDates form={FORM} fate={fateTexts} />
          </>
        )}
        <DialogActions>
          <Button variant="danger">Löschen</Button>
        </DialogActions>
      </QuestionForm>
    </RouteDialog>
  );
}
