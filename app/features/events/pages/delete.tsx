import { useLoaderData, useLocation, useParams } from '@remix-run/react';
import { useState } from 'react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { eventPath, eventsBehind, eventsPath, openedOver, pageBehind } from '~/paths/events';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { Link } from '~/ui/link';
import { useTyped } from '~/ui/question-field';
import { QuestionForm } from '~/ui/question-form';
import { useScripted } from '~/ui/scripted';
import { titled } from '~/ui/title';
import { AnsweredDates, Choice, seriesLabels } from '../components/dates-of-series';
import { deleteDates, readEventForDeletion } from '../operations/events.server';
import type { SeriesScope } from '../schema';
import { datesToDelete, fateTexts, messages, scopeTexts } from '../wording';

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
  const [chosen, setChosen] = useState<string>();
  const typed = useTyped('scope', 'only');
  // Without scripts the button cannot follow the choice.
  const count = useScripted() ? event.deletes?.[(chosen ?? typed) as SeriesScope] : undefined;
  return (
    <RouteDialog title={TITLE} closeTo={pageBehind(uuid, at)}>
      <QuestionForm id={FORM} labels={seriesLabels}>
        <p>
          Soll <strong>{event.name}</strong> wirklich gelöscht werden? Anmeldungen, Anwesenheit und
          Umfragen der Veranstaltung gehen dabei verloren.
        </p>
        {event.couldBeCancelled && (
          <p>
            <Link to={eventPath(uuid, 'cancellation', at.search, openedOver(at))}>
              Ausfallen lassen statt löschen
            </Link>
            : dann erfahren es alle.
          </p>
        )}
        {event.deletes && (
          <>
            <Choice
              form={FORM}
              name="scope"
              label={seriesLabels.scope}
              texts={scopeTexts}
              onChange={setChosen}
            />
            <AnsweredDates form={FORM} fate={fateTexts} />
          </>
        )}
        <DialogActions>
          <Button variant="danger">{datesToDelete(count)}</Button>
        </DialogActions>
      </QuestionForm>
    </RouteDialog>
  );
}
