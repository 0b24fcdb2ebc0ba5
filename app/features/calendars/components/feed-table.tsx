import { dayOf } from '~/dates';
import { feedPath } from '~/paths/calendars';
import { Hint } from '~/ui/field-frame';
import { RowActions, RowLink, Table } from '~/ui/table';
import type { FeedScope } from '../schema';
import { ALL_ORGANIZATIONS, FEEDS, scopeTexts } from '../wording';

type FeedTableProps = {
  feeds: readonly {
    uuid: string;
    label: string;
    scope: FeedScope;
    club: string | null;
    createdAt: Date;
    usedAt: Date | null;
  }[];
};

/** The user's feeds; their addresses are not stored. */
export function FeedTable({ feeds }: FeedTableProps) {
  return (
    <Table
      caption={FEEDS}
      rows={feeds}
      rowKey={({ uuid }) => uuid}
      columns={[
        {
          label: 'Gerät',
          cell: ({ label, createdAt }) => (
            <>
              <span className="wrap-anywhere">{label}</span>
              <Hint>erstellt am {dayOf(createdAt)}</Hint>
            </>
          ),
        },
        {
          label: 'Inhalt',
          cell: ({ scope, club }) => (
            <div className="min-w-40 whitespace-normal wrap-anywhere">
              {scopeTexts[scope].label}
              <Hint>{club ?? ALL_ORGANIZATIONS}</Hint>
            </div>
          ),
        },
        {
          label: 'Abgerufen',
          cell: ({ usedAt }) => (usedAt ? `zuletzt am ${dayOf(usedAt)}` : 'noch nie'),
        },
        {
          label: 'Aktionen',
          cell: ({ uuid, label }) => (
            <RowActions>
              <RowLink dialog tone="danger" to={feedPath(uuid)} of={label}>
                Löschen
              </RowLink>
            </RowActions>
          ),
        },
      ]}
    />
  );
}
