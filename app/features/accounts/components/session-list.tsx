import type { OutputOf } from '~/kernel/operation';
import { sessionPath } from '~/paths/accounts';
import { Badge } from '~/ui/badge';
import { ButtonLink } from '~/ui/button';
import { Hint } from '~/ui/field-frame';
import type { readAccount } from '../operations/account.server';

type Session = OutputOf<typeof readAccount>['sessions'][number];

/** The sessions in 'Mein Konto' (A12). */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  return (
    <ul>
      {sessions.map((session) => (
        <li key={session.uuid} className="border-line py-2 not-first:border-t">
          <div className="flex items-center justify-between gap-3">
            <p className="font-semibold">
              {session.device} {session.current && <Badge tone="green">Dieses Gerät</Badge>}
            </p>
            {/* Its word ends where the rows do. */}
            <div className="-mx-3">
              <ButtonLink
                size="small"
                variant="quiet"
                to={sessionPath(session.uuid)}
                dialog
                aria-label={`Ausloggen: ${session.device}`}
              >
                Ausloggen
              </ButtonLink>
            </div>
          </div>
          <Hint>
            {`Zuletzt ${session.usedToday ? 'heute' : `am ${inFigures(session.usedOn)}`}`}
            {session.network && `, im Netz ${session.network}`}
          </Hint>
          <Hint>{`Seit ${session.since}, gilt bis ${inFigures(session.until)}`}</Hint>
        </li>
      ))}
    </ul>
  );
}

/** '28.11.2026', as a phone has room for two of them. */
const inFigures = (day: string) => day.split('-').reverse().join('.');
