import { useLoaderData } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { logPagePath, logPath } from '~/paths/audit';
import { ButtonLink } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { Hits } from '~/ui/hits';
import { PageHeader } from '~/ui/page-header';
import { PageLinks } from '~/ui/page-links';
import { Table } from '~/ui/table';
import { titled } from '~/ui/title';
import { LogFilterForm } from '../components/log-filter';
import { readLogPage } from '../operations.server';

export const meta = titled('Protokoll');
export const loader = page(readLogPage);

/** The audit log of the organisation. */
export default function Log() {
  const { rows, filter, errors, previous, next } = useLoaderData<typeof loader>();
  const filtered = Object.values(filter).some((value) => value !== '');
  return (
    <>
      <PageHeader title="Protokoll" />
      <LogFilterForm action={logPath} filter={filter} errors={errors} />
      <Hits count={filtered ? rows.length : null} previous={previous} next={next} />
      {rows.length > 0 ? (
        <Table
          caption="Protokoll"
          rows={rows}
          rowKey={({ id }) => String(id)}
          columns={[
            {
              label: 'Zeit',
              cell: ({ at }) => <span className="text-md whitespace-nowrap text-muted">{at}</span>,
            },
            { label: 'Wer', cell: ({ who }) => who },
            {
              label: 'Was',
              cell: ({ action }) => <span className="font-normal">{action}</span>,
              rowHeader: true,
            },
          ]}
        />
      ) : (
        <EmptyState
          title="Keine Einträge gefunden."
          action={filtered && <ButtonLink to={logPath}>Alle Einträge anzeigen</ButtonLink>}
        />
      )}
      <PageLinks
        previous={logPagePath(filter, 'before', previous)}
        next={logPagePath(filter, 'after', next)}
      />
    </>
  );
}
