import { Outlet, useLoaderData, useLocation, useParams } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { activeErrorScreen } from '~/frame/error-screen';
import { eventPagePath, eventsPath } from '~/paths/events';
import { administrationPath, deletionPath, newPollPath, pollPath, pollsPath } from '~/paths/polls';
import { Badge } from '~/ui/badge';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { ButtonLink } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { hyphenated } from '~/ui/hyphenation';
import { IconPlus } from '~/ui/icons';
import { Link } from '~/ui/link';
import { PageHeader } from '~/ui/page-header';
import { PageLinks } from '~/ui/page-links';
import { RowActions, RowLink, Table } from '~/ui/table';
import { titled } from '~/ui/title';
import { readPollsPage } from '../operations/polls.server';
import { ANSWER_AWAITED, CREATE_POLL, messages } from '../wording';

export const meta = titled('Umfragen');
export const loader = page(readPollsPage);
export const shouldRevalidate = keepBehindDialog;

/** The polls of an event (F1). */
export default function PollList() {
  const { event, polls, next, mayEdit } = useLoaderData<typeof loader>();
  const params = useParams();
  const { search } = useLocation();
  const onward = new URLSearchParams(search).has('cursor');
  const create = mayEdit && (
    <ButtonLink variant="primary" to={newPollPath(params, search)} dialog>
      <IconPlus />
      {CREATE_POLL}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={
          <>
            {'Umfragen: '}
            <Link to={eventPagePath(params.event ?? '')}>{hyphenated(event.name)}</Link>
          </>
        }
        back={{ to: eventsPath() }}
        actions={polls.length > 0 && create}
      />
      {polls.length === 0 ? (
        <EmptyState title="Keine Umfragen verfügbar" drawing action={create}>
          {mayEdit
            ? 'Fragen Sie die Mitglieder, wer was mitbringt oder wann es passt.'
            : 'Hier erscheint, was der Verein von Ihnen wissen möchte.'}
        </EmptyState>
      ) : (
        <div className="rows first-acts">
          <Table
            caption={`Umfragen: ${event.name}`}
            rows={polls}
            rowKey={({ uuid }) => uuid}
            columns={[
              {
                label: 'Name',
                cell: ({ name, awaited, closed, answers }) => (
                  <>
                    {hyphenated(name)}{' '}
                    {awaited && (
                      <span className="print:hidden">
                        <Badge tone="orange">{ANSWER_AWAITED}</Badge>
                      </span>
                    )}{' '}
                    <small className="block text-sm font-normal text-muted">
                      {closed && (
                        <span className="sm:hidden" aria-hidden="true">
                          {'Beendet · '}
                        </span>
                      )}
                      {answers}
                    </small>
                  </>
                ),
              },
              {
                label: 'Aktionen',
                cell: (poll) => (
                  <PollActions event={params.event} poll={poll} mayEdit={mayEdit} search={search} />
                ),
              },
            ]}
          />
        </div>
      )}
      <PageLinks
        previous={onward ? pollsPath(params) : null}
        next={next && pollsPath(params, `?cursor=${next}`)}
      />
      <Outlet />
    </>
  );
}

export const ErrorBoundary = activeErrorScreen(messages.pollsLoadFailed);

type PollActionsProps = {
  event: string | undefined;
  poll: { uuid: string; name: string; closed: boolean };
  mayEdit: boolean;
  search: string;
};

/** The whole row links to the poll (P4, table.css); its other links lie above. */
function PollActions({ event, poll, mayEdit, search }: PollActionsProps) {
  const { uuid, name, closed } = poll;
  const params = { event, poll: uuid };
  return (
    <RowActions>
      {closed ? (
        // A phone says so below the name.
        <a
          href={pollPath(params, search)}
          data-dialog=""
          aria-label={`Anzeigen (Umfrage beendet): ${name}`}
          data-tone="muted"
        >
          Anzeigen<span className="max-sm:sr-only"> (Umfrage beendet)</span>
        </a>
      ) : (
        <RowLink to={pollPath(params, search)} of={name} dialog>
          Anzeigen
        </RowLink>
      )}
      {mayEdit && (
        <>
          <RowLink to={administrationPath(params)} of={name}>
            Bearbeiten
          </RowLink>
          <RowLink to={deletionPath(params, search)} of={name} tone="danger" dialog>
            Löschen
          </RowLink>
        </>
      )}
    </RowActions>
  );
}
