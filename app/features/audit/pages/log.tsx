import { useLoaderData } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { ButtonLink } from '~/ui/button';
import { momentToText } from '~/ui/date-text';
import { EmptyState } from '~/ui/empty-state';
import { PageHeader } from '~/ui/page-header';
import { PageLinks } from '~/ui/page-links';
import { Table } from '~/ui/table';
import { titled } from '~/ui/title';
import { LogFilterForm } from '../components/log-filter';
import { readLog } from '../operations.server';

const PATH = '/app/admin/log';

export const meta = titled('Protokoll');
export const loader = page(readLog);

/** Who did what in the organisation, and when. */
export default function Log() {
  const { rows, filter, previous, next } = useLoaderData<typeof loader>();
  const chosen = Object.entries(filter).filter(([, value]) => value !== '');
  const neighbour = (place: 'after' | 'before', cursor: string | null) =>
    cursor && `${PATH}?${new URLSearchParams([...chosen, [place, cursor]])}`;
  return (
    <>
      <PageHeader title="Protokoll" />
      <LogFilterForm action={PATH} filter={filter} />
      {rows.length > 0 ? (
        <Table
          caption="Protokoll"
          rows={rows}
          rowKey={({ id }) => String(id)}
          columns={[
            {
              label: 'Zeit (UTC)',
              cell: ({ at }) => <span className="whitespace-nowrap">{momentToText(at)}</span>,
            },
            { label: 'Wer', cell: ({ who }) => who },
            { label: 'Was', cell: ({ action }) => action, rowHeader: true },
          ]}
        />
      ) : (
        <EmptyState
          title="Keine Einträge gefunden."
          action={chosen.length > 0 && <ButtonLink to={PATH}>Alle Einträge anzeigen</ButtonLink>}
        />
      )}
      <PageLinks previous={neighbour('before', previous)} next={neighbour('after', next)} />
    </>
  );
}
