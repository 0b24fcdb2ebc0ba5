import { CANCEL_EVENT, RESTORE_EVENT } from '~/features/events/wording';
import { CHANGE_REPETITION, REPEAT } from '~/features/series/wording';
import { answersPath, eventPath, FROM_EVENT, newEventPath } from '~/paths/events';
import { newMessagePath, WRITE_MESSAGE } from '~/paths/messages';
import { pollsPath } from '~/paths/polls';
import { seriesPath } from '~/paths/series';
import { ButtonLink } from '~/ui/button';
import { Card } from '~/ui/card';
import type { EventPage } from '../event-rows.server';

/** On a phone two beside each other, and what is done most or has consequences alone. */
const ROW =
  'grid grid-cols-2 gap-2 *:first:col-span-full *:nth-last-[-n+2]:col-span-full sm:flex sm:flex-wrap sm:gap-3';

/** What who may edit events does with this one. */
export function LeaderActions({
  uuid,
  repeats,
  cancelled,
  mayWrite,
}: Pick<EventPage, 'uuid' | 'repeats' | 'cancelled'> & { mayWrite: boolean }) {
  return (
    <Card title="Für die Leitung">
      <div className={ROW}>
        <ButtonLink to={answersPath(uuid)} size="small">
          Wer kommt?
        </ButtonLink>{' '}
        <ButtonLink to={eventPath(uuid, 'participants', FROM_EVENT)} size="small">
          Anwesenheit
        </ButtonLink>{' '}
        <ButtonLink to={pollsPath({ event: uuid })} size="small">
          Umfragen
        </ButtonLink>{' '}
        {mayWrite && (
          <ButtonLink to={newMessagePath({ event: uuid })} size="small">
            {WRITE_MESSAGE}
          </ButtonLink>
        )}{' '}
        <ButtonLink to={eventPath(uuid, 'edit', FROM_EVENT)} size="small">
          Bearbeiten
        </ButtonLink>{' '}
        <ButtonLink to={newEventPath('', uuid)} size="small">
          Kopieren
        </ButtonLink>{' '}
        <ButtonLink to={seriesPath(uuid)} size="small">
          {repeats ? CHANGE_REPETITION : REPEAT}
        </ButtonLink>{' '}
        {cancelled ? (
          <ButtonLink to={eventPath(uuid, 'cancellation/withdrawal', FROM_EVENT)} size="small">
            {RESTORE_EVENT}
          </ButtonLink>
        ) : (
          <ButtonLink
            to={eventPath(uuid, 'cancellation', FROM_EVENT)}
            variant="caution"
            size="small"
          >
            {CANCEL_EVENT}
          </ButtonLink>
        )}{' '}
        <ButtonLink to={eventPath(uuid, 'delete', FROM_EVENT)} variant="caution" size="small">
          Löschen
        </ButtonLink>
      </div>
    </Card>
  );
}
