import { useLoaderData } from '@remix-run/react';
import { dateToText } from '~/dates';
import { page } from '~/doors/page.server';
import { messages as members, nameOf } from '~/features/members/wording';
import { activeErrorScreen } from '~/frame/error-screen';
import { memberPath, membersPath } from '~/paths/members';
import { Link } from '~/ui/link';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { readErasedSoon } from '../operations.server';
import { monthsInWords } from '../wording';

const TITLE = 'Bald gelöschte Einträge';

export const meta = titled(TITLE);
export const loader = page(readErasedSoon);

/** Whose records will be erased when the club's period is over; each links to the way to stop it (S4). */
export default function ErasedSoon() {
  const { months, members: soon } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={TITLE} back={{ to: membersPath(), label: 'Mitglieder' }} />
      <div className="grid max-w-160 grid-cols-1 gap-4">
        <p>
          {months === null
            ? 'Ihr Verein hat keine Frist: Einträge von Ehemaligen bleiben, bis jemand sie löscht.'
            : `Einträge von Ehemaligen werden ${monthsInWords(months)} nach dem Austritt gelöscht. Zwei Wochen vorher stehen sie hier.`}
        </p>
        {soon.length === 0 ? (
          <p className="text-muted">Zurzeit steht nichts an.</p>
        ) : (
          <ul>
            {soon.map((member) => (
              <li
                key={member.uuid}
                className="border-t border-line py-2 wrap-anywhere first:border-t-0"
              >
                <Link to={memberPath(member.uuid, 'erasure', '')}>{nameOf(member)}</Link>
                <span className="block text-md text-muted">
                  ausgetreten zum {dateToText(member.leftOn)}, wird am {dateToText(member.eraseOn)}{' '}
                  gelöscht
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

export const ErrorBoundary = activeErrorScreen(members.membersLoadFailed);
