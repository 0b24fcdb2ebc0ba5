import { dayOf } from '~/dates';
import { sessionPath } from '~/paths/accounts';
import { Badge } from '~/ui/badge';
import { Hint } from '~/ui/field-frame';
import { RowActions, RowLink, Table } from '~/ui/table';

interface Session {
  uuid: string;
  /** 'Firefox auf Windows' */
  device: string;
  createdAt: Date;
  usedAt: Date;
  validUntil: Date;
  /** '203.0.113.x' */
  network: string | null;
  current: boolean;
}

/** The sessions in 'Mein Konto' (A12). */
export function SessionTable({ sessions }: { sessions: readonly Session[] }) {
  return (
    <Table
      caption="Meine Geräte"
      rows={sessions}
      rowKey={({ uuid }) => uuid}
      columns={[
        {
          label: 'Gerät',
          cell: (session) => (
            <>
              {session.device} {session.current && <Badge tone="green">Dieses Gerät</Badge>}
              <Hint>eingeloggt am {dayOf(session.createdAt)}</Hint>
            </>
          ),
        },
        {
          label: 'Zuletzt benutzt',
          cell: ({ usedAt, network }) => (
            <>
              {dayOf(usedAt)}
              {network && <Hint>im Netz {network}</Hint>}
            </>
          ),
        },
        { label: 'Gültig bis', cell: ({ validUntil }) => dayOf(validUntil) },
        {
          label: 'Aktionen',
          cell: ({ uuid }) => (
            <RowActions>
              <RowLink dialog to={sessionPath(uuid)}>
                Beenden
              </RowLink>
            </RowActions>
          ),
        },
      ]}
    />
  );
}
