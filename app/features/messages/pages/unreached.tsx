import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { activeErrorScreen } from '~/frame/error-screen';
import { eventPagePath } from '~/paths/events';
import { newMessagePath, unreachedPath } from '~/paths/messages';
import { Card } from '~/ui/card';
import { EmptyState } from '~/ui/empty-state';
import { PageHeader } from '~/ui/page-header';
import { PageLinks } from '~/ui/page-links';
import { PrintButton } from '~/ui/print-button';
import { titled } from '~/ui/title';
import { readUnreached } from '../operations/reading.server';
import { write } from '../policy';
import { audienceInWords, messages, UNREACHED } from '../wording';

export const meta = titled(UNREACHED);

const read = page(readUnreached);

export async function loader(args: LoaderFunctionArgs) {
  const { event, group, scope, to, audience, rows, previous, next } = await read(args);
  return {
    event,
    group,
    to,
    previous,
    next,
    of:
      (event ? `${event.name}: ` : '') +
      `Rundmail an ${audienceInWords({ audience, asksAnswer: event?.asksAnswer ?? null })}`,
    back: write({ scope, event, group })
      ? newMessagePath({ event: event?.uuid, group: group?.uuid })
      : event && eventPagePath(event.uuid),
    names: rows.map((member) => ({
      uuid: member.uuid,
      name: `${member.lastName}, ${member.firstName}`,
      distinction: member.distinction,
    })),
  };
}

/** Members who get no mails, to be told by telephone or on paper (N11). */
export default function Unreached() {
  const { event, group, to, of, back, names, previous, next } = useLoaderData<typeof loader>();
  const at = (slice: { after?: string; before?: string }) =>
    unreachedPath({ event: event?.uuid, group: group?.uuid }, to, slice);
  return (
    <>
      <PageHeader
        title={UNREACHED}
        back={back ? { to: back } : undefined}
        actions={<PrintButton />}
      />
      <p className="wrap-anywhere">{of}</p>
      <p className="text-muted print:hidden">
        Rundmails gehen an die Adressen, mit denen sich die Mitglieder einloggen. Wer noch keinen
        Zugang hat, steht hier, auch mit einer Adresse im Mitgliederverzeichnis.
      </p>
      {names.length > 0 ? (
        <Card>
          <ol className="gap-x-10 md:columns-2 print:columns-2">
            {names.map(({ uuid, name, distinction }) => (
              <li
                key={uuid}
                className="break-inside-avoid border-b border-line py-1.5 wrap-anywhere"
              >
                {name} {distinction && <small className="text-md text-muted">{distinction}</small>}
              </li>
            ))}
          </ol>
        </Card>
      ) : (
        <EmptyState title="Alle sind erreichbar" />
      )}
      <PageLinks
        previous={previous && at({ before: previous })}
        next={next && at({ after: next })}
      />
    </>
  );
}

export const ErrorBoundary = activeErrorScreen(messages.messageLoadFailed);
