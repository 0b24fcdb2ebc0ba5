import type { ReactNode } from 'react';
import { eventPagePath } from '~/paths/events';
import { pollPath } from '~/paths/polls';
import { Badge } from '~/ui/badge';
import { Card } from '~/ui/card';
import { hyphenated } from '~/ui/hyphenation';
import { IconChevronRight } from '~/ui/icons';
import { Link } from '~/ui/link';
import type { BoardPoll, Step } from '../view';
import { WHOLE } from './event-leaf';

/** The notes beside the events: short lists of links and days. */

/** The polls that the user has not answered, each leading to its options. */
export function WaitingPolls({ polls }: { polls: readonly BoardPoll[] }) {
  return (
    <Card title="Ihre Antwort fehlt noch" pinned>
      <ul>
        {polls.map(({ uuid, name, event, about }) => (
          <NoteLink key={uuid} to={pollPath({ event, poll: uuid }, '')} title={name}>
            <span className="block truncate">{about}</span>
          </NoteLink>
        ))}
      </ul>
    </Card>
  );
}

/** What a new club's admin can do next. */
export function FirstSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <Card title="Die ersten Schritte" pinned>
      <ol>
        {steps.map(({ title, why, to }) => (
          <NoteLink key={title} to={to} title={title}>
            {why}
          </NoteLink>
        ))}
      </ol>
    </Card>
  );
}

type NoteLinkProps = { to: string; title: string; look?: string; children: ReactNode };

/** A line of a note that leads somewhere. */
export function NoteLink({ to, title, look, children }: NoteLinkProps) {
  return (
    <li className={`border-t border-line first:border-t-0${look ? ` ${look}` : ''}`}>
      <Link
        className="flex min-h-target items-center gap-2 rounded py-2 text-ink no-underline hover:bg-green-soft"
        to={to}
      >
        <div className="min-w-0 flex-1 wrap-anywhere">
          <p className="font-semibold text-green">{hyphenated(title)}</p>
          <p className="text-md text-muted">{children}</p>
        </div>
        <IconChevronRight />
      </Link>
    </li>
  );
}

export type OwnEvent = { uuid: string; name: string; day: string; cancelled?: boolean };

/** The coming events that the user is registered for. */
export function OwnRegistrations({ events }: { events: readonly OwnEvent[] }) {
  return (
    <Card title="Meine Anmeldungen" pinned>
      <ul>
        {events.map(({ uuid, name, day, cancelled }) => (
          <li key={uuid} className="relative border-t border-line py-2 first:border-t-0">
            <p className="font-semibold wrap-anywhere">
              <Link className={WHOLE} to={eventPagePath(uuid)}>
                {hyphenated(name)}
              </Link>
            </p>
            <p className="text-md text-muted">
              {day} {cancelled && <Badge tone="red">Fällt aus</Badge>}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
