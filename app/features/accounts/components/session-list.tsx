import type { OutputOf } from '~/kernel/operation';
import { sessionPath } from '~/paths/accounts';
import { ButtonLink } from '~/ui/button';
import { Hint } from '~/ui/field-frame';
import type { readAccount } from '../operations/account.server';

type Session = OutputOf<typeof readAccount>['sessions'][number];

/** The sessions in 'Mein Konto' (A12). */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  return (
    <ul>
      {sessions.map((session) => (
        <li key={session.uuid} className="border-line py-2 not-first:border-t wrap-anywhere">
          {/* The button is higher than the lines beside it. */}
          <div className="-my-2 flex items-center justify-between gap-3">
            <p className="font-semibold">{session.device}</p>
            {/* Its word ends where the rows do. */}
            <div className="-mx-3">
              <ButtonLink
                size="small"
                variant="quiet"
                to={sessionPath(session.uuid)}
                dialog
                aria-label={`Ausloggen: ${session.device}, seit ${session.since}`}
              >
                Ausloggen
              </ButtonLink>
            </div>
          </div>
          <Hint>
            {session.current ? <b className="text-green">Dieses Gerät</b> : lastUsed(session)}
            {session.network && `, im Netz ${session.network}`}, gilt bis {inFigures(session.until)}
          </Hint>
        </li>
      ))}
    </ul>
  );
}

const lastUsed = ({ usedToday, usedOn }: Session) =>
  `Zuletzt ${usedToday ? 'heute' : `am ${inFigures(usedOn)}`}`;

/** '28.11.2026', as a phone has room for little. */
const inFigures = (day: string) => day.split('-').reverse().join('.');
