import { Outlet, useLoaderData, useLocation, useParams } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { ActiveErrorScreen } from '~/features/shell/error-screen';
import { messages } from '~/messages';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { ButtonLink } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { IconPlus, IconPoll } from '~/ui/icons';
import { PageHeader } from '~/ui/page-header';
import { PageLinks } from '~/ui/page-links';
import { RowActions, RowLink, Table } from '~/ui/table';
import { titled } from '~/ui/title';
import { listPolls } from '../operations/polls.server';
import { pollsPath } from '../paths';

export const meta = titled('Umfragen');
export const loader = page(listPolls);
export const shouldRevalidate = keepBehindDialog;

/** The polls of an event (F1). */
export default function PollList() {
  const { event, polls, next, mayEdit } = useLoaderData<typeof loader>();
  const path = pollsPath(useParams());
  // Kept by the dialogs, so that closing one leads back to the same page of the list.
  const { search } = useLocation();
  const onward = new URLSearchParams(search).has('cursor');
  const create = mayEdit && (
    <ButtonLink variant="primary" to={`${path}/new${search}`} dialog>
      <IconPlus />
      Umfrage erstellen
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={`Umfragen: ${event.name}`} back={{ to: '/app/events' }} actions={create} />
      {polls.length === 0 ? (
        <EmptyState title="Keine Umfragen verfügbar" icon={IconPoll}>
          {mayEdit && 'Fragen Sie die Mitglieder, wer was mitbringt oder wann es passt.'}
        </EmptyState>
      ) : (
        <Table
          caption={`Umfragen: ${event.name}`}
          rows={polls}
          rowKey={({ uuid }) => uuid}
          columns={[
            { label: 'Name', cell: ({ name }) => name },
            {
              label: 'Aktionen',
              cell: ({ uuid, closed }) => (
                <RowActions>
                  <RowLink
                    to={`${path}/${uuid}${search}`}
                    tone={closed ? 'muted' : undefined}
                    dialog
                  >
                    {closed ? 'Anzeigen (Umfrage beendet)' : 'Anzeigen'}
                  </RowLink>
                  {mayEdit && (
                    <>
                      <RowLink to={`${path}/${uuid}/edit`}>Bearbeiten</RowLink>
                      <RowLink to={`${path}/${uuid}/delete${search}`} tone="danger" dialog>
                        Löschen
                      </RowLink>
                    </>
                  )}
                </RowActions>
              ),
            },
          ]}
        />
      )}
      <PageLinks previous={onward ? path : null} next={next && `${path}?cursor=${next}`} />
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return <ActiveErrorScreen failed={messages.pollsLoadFailed} />;
}
