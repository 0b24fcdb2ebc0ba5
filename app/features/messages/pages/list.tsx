import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { activeErrorScreen } from '~/frame/error-screen';
import { messagePath, newMessagePath, sentPath } from '~/paths/messages';
import { organizationPath } from '~/paths/organizations';
import { MESSAGE_MONTHS } from '~/retention';
import { instantInFigures } from '~/times';
import { ButtonLink } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { PageHeader } from '~/ui/page-header';
import { PageLinks } from '~/ui/page-links';
import { Table } from '~/ui/table';
import { titled } from '~/ui/title';
import { readMessagesPage } from '../operations/reading.server';
import {
  audienceInWords,
  GROUP_MAIL_OFF,
  messages,
  personsCounted,
  TO_EVERYBODY,
} from '../wording';

export const meta = titled('Rundmails');

const read = page(readMessagesPage);

export async function loader(args: LoaderFunctionArgs) {
  const { rows, isOn, timeZone, previous, next } = await read(args);
  return {
    isOn,
    previous,
    next,
    rows: rows.map(({ uuid, subject, eventName, sender, count, createdAt, ...sent }) => ({
      uuid,
      subject,
      to: [audienceInWords(sent), eventName].filter(Boolean).join(': '),
      count: personsCounted(count),
      from: sender ?? 'gelöschtes Konto',
      at: instantInFigures(createdAt, timeZone).replace(' Uhr', '\u00a0Uhr'),
    })),
  };
}

/** The messages to many in an organisation, the newest first (N11). */
export default function Messages() {
  const { rows, isOn, previous, next } = useLoaderData<typeof loader>();
  const write = isOn && (
    <ButtonLink to={newMessagePath()} variant="primary">
      {TO_EVERYBODY}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Rundmails"
        back={{ to: organizationPath, label: 'Meine Organisation' }}
        actions={rows.length > 0 && write}
      />
      {!isOn && <p>{GROUP_MAIL_OFF}</p>}
      {rows.length > 0 ? (
        <div className="led bare">
          <Table
            caption="Rundmails"
            rows={rows}
            rowKey={({ uuid }) => uuid}
            columns={[
              {
                label: 'Betreff',
                // Not a RowLink, which stays on one line.
                cell: ({ uuid, subject }) => <a href={messagePath(uuid)}>{subject}</a>,
                rowHeader: true,
              },
              {
                label: 'An',
                cell: ({ to, count }) => `${to} (${count})`,
              },
              // A fourth column would keep the others from wrapping.
              { label: 'Geschickt', cell: ({ from, at }) => <i>{`${from}, ${at}`}</i> },
            ]}
          />
        </div>
      ) : (
        <EmptyState title="Noch keine Rundmails" drawing action={write}>
          {isOn &&
            `Schreiben Sie allen auf einmal. Hier steht es dann ${MESSAGE_MONTHS} Monate lang.`}
        </EmptyState>
      )}
      <PageLinks
        previous={previous && sentPath({ before: previous })}
        next={next && sentPath({ after: next })}
      />
    </>
  );
}

export const ErrorBoundary = activeErrorScreen(messages.messagesLoadFailed);
