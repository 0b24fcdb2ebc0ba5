import { useLoaderData, useLocation, useParams } from '@remix-run/react';
import { useState } from 'react';
import { dayInWords } from '~/dates';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { eventPath, eventsBehind, eventsPath, openedOver, pageBehind } from '~/paths/events';
import { Link } from '~/ui/link';
import { QuestionDialog } from '~/ui/question-dialog';
import { useTyped } from '~/ui/question-field';
import { useScripted } from '~/ui/scripted';
import { titled } from '~/ui/title';
import { AnsweredDates, Choice, seriesLabels } from '../components/dates-of-series';
import { deleteDates, readEventForDeletion } from '../operations/events.server';
import { fateTexts, messages } from '../wording';

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
  const { name, date, lost, wide, couldBeCancelled } = useLoaderData<typeof loader>();
  const at = useLocation();
  const { event: uuid = '' } = useParams();
  const [chosen, choose] = useState(useTyped('scope', 'only'));
  // Without scripts nothing follows the choice.
  const isFollowed = useScripted() || !wide;
  const deletion = wide && (chosen === 'all' || chosen === 'following') ? wide[chosen] : null;
  return (
    <QuestionDialog
      title={TITLE}
      closeTo={pageBehind(uuid, at)}
      id={FORM}
      labels={seriesLabels}
      button={(isFollowed && deletion?.button) || 'Löschen'}
    >
      {!isFollowed ? (
        <p>
          Was soll von <strong>{name}</strong> wirklich gelöscht werden? {lost} gehen nur bei diesem
          Termin verloren. {ANSWERED_STAY}
        </p>
      ) : deletion ? (
        <p>
          Sollen {chosen === 'all' ? 'alle künftigen' : 'dieser und alle folgenden'} Termine von{' '}
          <strong>{name}</strong> wirklich gelöscht werden? {deletion.says}
        </p>
      ) : (
        <p>
          Soll <strong>{name}</strong> am {dayInWords(date)} wirklich gelöscht werden? {lost} der
          Veranstaltung gehen dabei verloren.
        </p>
      )}
      {couldBeCancelled && !deletion && (
        <p>
          <Link to={eventPath(uuid, 'cancellation', at.search, openedOver(at))}>
            Ausfallen lassen statt löschen
          </Link>
          : dann können alle es erfahren.
        </p>
      )}
      {wide && (
        <>
          <Choice
            form={FORM}
            name="scope"
            label={seriesLabels.scope}
            texts={wide.scopes}
            onChange={choose}
          />
          <AnsweredDates form={FORM} fate={fateTexts} />
        </>
      )}
    </QuestionDialog>
  );
}

const ANSWERED_STAY = 'Von mehreren werden die mit Antworten nicht gelöscht, ohne Sie zu fragen.';
