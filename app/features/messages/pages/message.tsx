import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { activeErrorScreen } from '~/frame/error-screen';
import { eventPagePath } from '~/paths/events';
import { messagesPath } from '~/paths/messages';
import { homePath } from '~/paths/shell';
import { instantToText } from '~/times';
import { Card, Stack } from '~/ui/card';
import { Facts } from '~/ui/facts';
import { Link } from '~/ui/link';
import { LinkedText } from '~/ui/linked-text';
import { linked } from '~/ui/links';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { readMessage } from '../operations/reading.server';
import { administer } from '../policy';
import { audienceInWords, messages, personsCounted } from '../wording';

export const meta = titled<{ subject: string }>((message) => message?.subject ?? 'Rundmail');

const read = page(readMessage);

export async function loader(args: LoaderFunctionArgs) {
  const { message, scope, mayWrite } = await read(args);
  const { subject, event, eventName, answersTo } = message;
  return {
    subject,
    text: linked(message.body),
    from: message.sender ?? 'gelöschtes Konto',
    to: audienceInWords(message),
    when: instantToText(message.createdAt, message.timeZone),
    event: event && { uuid: event, name: eventName ?? '' },
    answersTo,
    reach: mayWrite ? reachOf(message) : null,
    administers: administer({ scope }),
  };
}

/** Very large audiences get it a moment after it was written. */
const reachOf = ({ count, distributedAt }: { count: number; distributedAt: Date | null }) =>
  distributedAt ? personsCounted(count) : `${personsCounted(count)}, wird gerade verteilt`;

/** A message to many, for those it was sent to (N11), even if they want no mails. */
export default function ReadMessage() {
  const { subject, text, from, to, when, event, answersTo, reach, administers } =
    useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={subject}
        back={
          administers
            ? { to: messagesPath, label: 'Rundmails' }
            : { to: homePath, label: 'Übersicht' }
        }
      />
      <div className="max-w-3xl">
        <Card>
          <Stack>
            <Facts
              items={[
                { label: 'Von', value: <span className="wrap-anywhere">{from}</span> },
                { label: 'An', value: to },
                ...(event
                  ? [
                      {
                        label: 'Veranstaltung',
                        value: (
                          <Link className="wrap-anywhere" to={eventPagePath(event.uuid)}>
                            {event.name}
                          </Link>
                        ),
                      },
                    ]
                  : []),
                { label: 'Geschickt', value: when },
                ...(reach ? [{ label: 'Empfänger', value: reach }] : []),
                ...(answersTo
                  ? [
                      {
                        label: 'Antworten an',
                        value: (
                          <a className="wrap-anywhere" href={mailto(answersTo)}>
                            {answersTo}
                          </a>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
            <div className="max-w-160 border-t border-line pt-5 wrap-anywhere">
              <LinkedText pieces={text} />
            </div>
          </Stack>
        </Card>
      </div>
    </>
  );
}

/** E-mail addresses may contain characters with a meaning in URLs (RFC 6068). */
const mailto = (email: string) => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;

export const ErrorBoundary = activeErrorScreen(messages.messageLoadFailed);
