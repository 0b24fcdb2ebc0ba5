import { useLocation } from '@remix-run/react';
import { CANCEL_EVENT, RESTORE_EVENT } from '~/features/events/wording';
import { CHANGE_REPETITION, REPEAT } from '~/features/series/wording';
import { answersPath, eventPath, monthBehind, newEventPath } from '~/paths/events';
import { newMessagePath, WRITE_MESSAGE } from '~/paths/messages';
import { pollsPath } from '~/paths/polls';
import { seriesPath } from '~/paths/series';
import { ButtonLink } from '~/ui/button';
import { Card } from '~/ui/card';
import { More, MoreLink } from '~/ui/more';
import type { EventPage } from '../event-rows.server';

type LeaderActionsProps = Pick<
  EventPage,
  'uuid' | 'repeats' | 'cancelled' | 'counts' | 'deletable' | 'attendance' | 'tellsWhoComes'
> & {
  mayWrite: boolean;
};

const ATTENDANCE = 'Anwesenheit';

/** Actions for leaders: the most frequent, the rest unfolds (Y4). */
export function LeaderActions({ uuid, repeats, cancelled, mayWrite, ...who }: LeaderActionsProps) {
  const { search } = useLocation();
  const dialog = (name: Parameters<typeof eventPath>[1]) => eventPath(uuid, name, search, '/page');
  return (
    <Card title="Für die Leitung">
      <div className="flex flex-wrap gap-2 pt-1 *:flex-auto [&_.button]:px-2">
        {who.attendance !== null && (
          <div className="grid w-full">
            <ButtonLink to={dialog('participants')} dialog>
              <Counted says={who.attendance}>{ATTENDANCE}</Counted>
            </ButtonLink>
          </div>
        )}{' '}
        {who.tellsWhoComes && (
          <div className="grid w-full">
            <ButtonLink to={answersPath(uuid, { month: monthBehind(search) })}>
              <Counted says={who.counts}>Wer kommt?</Counted>
            </ButtonLink>
          </div>
        )}{' '}
        <ButtonLink to={dialog('edit')} dialog>
          Bearbeiten
        </ButtonLink>{' '}
        {mayWrite && <ButtonLink to={newMessagePath({ event: uuid })}>{WRITE_MESSAGE}</ButtonLink>}
        <div>
          <More up>
            {who.attendance === null && (
              <MoreLink to={dialog('participants')} dialog>
                {ATTENDANCE}
              </MoreLink>
            )}{' '}
            <MoreLink to={pollsPath({ event: uuid })}>Umfragen</MoreLink>{' '}
            <MoreLink to={newEventPath('', uuid)}>Kopieren</MoreLink>{' '}
            <MoreLink to={seriesPath(uuid)}>{repeats ? CHANGE_REPETITION : REPEAT}</MoreLink>{' '}
            {cancelled ? (
              <MoreLink to={dialog('cancellation/withdrawal')} dialog>
                {RESTORE_EVENT}
              </MoreLink>
            ) : (
              <MoreLink to={dialog('cancellation')} dialog>
                {CANCEL_EVENT}
              </MoreLink>
            )}{' '}
            {who.deletable && (
              <MoreLink to={dialog('delete')} tone="danger" dialog>
                Löschen
              </MoreLink>
            )}
          </More>
        </div>
      </div>
    </Card>
  );
}

/** A button's words, and a number. */
function Counted({ says, children }: { says: string | null; children: string }) {
  return (
    <span>
      {children} {says && <span className="font-normal text-muted">{says}</span>}
    </span>
  );
}
