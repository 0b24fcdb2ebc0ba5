import type { ReactNode } from 'react';
import { administer } from '~/features/organizations/policy';
import { useScope } from '~/frame/context';
import { reminderPath } from '~/paths/answers';
import { answersPath, eventPagePath } from '~/paths/events';
import { newMessagePath, WRITE_MESSAGE } from '~/paths/messages';
import { pollPath } from '~/paths/polls';
import { ButtonLink } from '~/ui/button';
import { Card } from '~/ui/card';
import { hyphenated } from '~/ui/hyphenation';
import { IconChevronRight } from '~/ui/icons';
import { Link } from '~/ui/link';
import type { boardOf } from '../rows.server';
import type { Step } from '../view';

type Shown = ReturnType<typeof boardOf>;

/** The notes beside the events: short lists of links and days. */

/** The polls that the user has not answered, each with a link to its options. */
export function WaitingPolls({ polls }: Pick<Shown, 'polls'>) {
  return (
    <Card title="Offene Umfragen">
      <ul>
        {polls.map(({ uuid, name, event, about }) => (
          <NoteLink key={uuid} to={pollPath({ event, poll: uuid }, '')} title={name}>
            {about}
          </NoteLink>
        ))}
      </ul>
    </Card>
  );
}

/** What a new club's admin can do next. */
export function FirstSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <Card title="Die ersten Schritte">
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

/** A line of a note that leads somewhere. */
function NoteLink({ to, title, children }: { to: string; title: string; children: ReactNode }) {
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        className="flex min-h-target items-center gap-2 rounded py-2 text-ink no-underline hover:bg-green-soft"
        to={to}
      >
        <div className="min-w-0 flex-1 wrap-anywhere">
          <p className="font-semibold">{hyphenated(title)}</p>
          <p className="text-md text-muted">{children}</p>
        </div>
        <IconChevronRight />
      </Link>
    </li>
  );
}

/** A place that came free, and news from recent mails (N14). */
export function ForYouNote({ items }: { items: Shown['forYou'] }) {
  return (
    <Card title="Für Sie">
      <ul>
        {items.map(({ key, kind, to, title, about }) => (
          <NoteLink key={key} to={to} title={title}>
            {about}
            {kind === 'offer' && <b className="block text-green">Ein Platz ist frei</b>}
          </NoteLink>
        ))}
      </ul>
    </Card>
  );
}

/** A leader's next dates, each with the two most frequent actions (Y5). */
export function Leading({ dates, mayWrite }: { dates: Shown['leading']; mayWrite: boolean }) {
  const mayWriteToAll = administer({ scope: useScope() });
  return (
    <Card
      title="Für die Leitung"
      aside={
        mayWriteToAll && (
          <Link className="print:hidden" to={newMessagePath()}>
            {`${WRITE_MESSAGE} an alle`}
          </Link>
        )
      }
    >
      <ul>
        {dates.map(({ uuid, title, when, counts, canRemind, hint }) => (
          <li key={uuid} className="border-t border-line py-2 first:border-t-0">
            <p className="font-semibold wrap-anywhere">
              <Link className="text-ink decoration-line" to={eventPagePath(uuid)}>
                {hyphenated(title)}
              </Link>
            </p>
            <p className="text-md text-muted">{when}</p>
            <p className="text-md">
              <Link to={answersPath(uuid)}>{counts}</Link>
            </p>
            {hint && <p className="text-md text-muted">{hint}</p>}
            <div className="-mx-3 flex flex-wrap">
              {canRemind && (
                <ButtonLink
                  to={reminderPath(uuid, '?of=open')}
                  variant="quiet"
                  size="small"
                  aria-label={`Erinnern: ${title}, ${when}`}
                >
                  Erinnern
                </ButtonLink>
              )}{' '}
              {mayWrite && (
                <ButtonLink
                  to={newMessagePath({ event: uuid })}
                  variant="quiet"
                  size="small"
                  aria-label={`${WRITE_MESSAGE}: ${title}, ${when}`}
                >
                  {WRITE_MESSAGE}
                </ButtonLink>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
