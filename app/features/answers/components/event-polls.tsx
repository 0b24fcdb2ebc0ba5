import { ANSWER_AWAITED } from '~/features/polls/wording';
import { pollPath, pollsPath } from '~/paths/polls';
import { Badge } from '~/ui/badge';
import { Card } from '~/ui/card';
import { hyphenated } from '~/ui/hyphenation';
import { IconChevronRight } from '~/ui/icons';
import { Link } from '~/ui/link';
import type { EventPage } from '../event-rows.server';

type EventPollsProps = Pick<EventPage, 'uuid' | 'polls' | 'morePolls'>;

/** The polls of an event; those that wait for an answer stand out. */
export function EventPolls({ uuid: event, polls, morePolls }: EventPollsProps) {
  return (
    <Card title="Umfragen">
      <ul>
        {polls.map(({ uuid, name, closed, awaited }) => (
          <li className="border-t border-line first:border-t-0" key={uuid}>
            <Link
              className="flex min-h-target items-center gap-2 rounded py-1.5 text-ink no-underline hover:bg-green-soft"
              to={pollPath({ event, poll: uuid }, '')}
            >
              <span className="min-w-0 flex-1 wrap-anywhere">
                <span className="font-semibold text-green">{hyphenated(name)}</span>{' '}
                {awaited && <Badge tone="orange">{ANSWER_AWAITED}</Badge>}
                {closed && <Badge>Beendet</Badge>}
              </span>
              <IconChevronRight />
            </Link>
          </li>
        ))}
      </ul>
      {morePolls && (
        <p className="mt-2">
          <Link to={pollsPath({ event })}>Alle Umfragen</Link>
        </p>
      )}
    </Card>
  );
}
