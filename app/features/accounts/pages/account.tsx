import { Outlet, useLoaderData } from '@remix-run/react';
import type { ComponentProps } from 'react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { FACTOR } from '~/features/factors/wording';
import type { OutputOf } from '~/kernel/operation';
import { accountDialogPath, accountPath, leavingPath, otherSessionsPath } from '~/paths/accounts';
import { FEEDS, feedsPath } from '~/paths/calendars';
import { factorPath } from '~/paths/factors';
import { ownContactPath } from '~/paths/members';
import { NOTIFICATIONS, settingsPath } from '~/paths/notifications';
import { ownReportPath } from '~/paths/reports';
import { Banner } from '~/ui/banner';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { COLUMNS, Stack } from '~/ui/card';
import { Disclosure } from '~/ui/disclosure';
import { Doors } from '~/ui/doors';
import { PageHeader } from '~/ui/page-header';
import { QuestionForm } from '~/ui/question-form';
import { titled } from '~/ui/title';
import { SessionList } from '../components/session-list';
import { readAccount, tryAddressAgain } from '../operations/account.server';
import { messages } from '../wording';

export const meta = titled('Mein Konto');
export const loader = page(readAccount);
export const shouldRevalidate = keepBehindDialog;
export const action = form(tryAddressAgain, {
  success: messages.addressTriedAgain,
  failure: messages.addressTryFailed,
  next: accountPath,
});

/** Sessions that are shown at first, as people look for what is below them, too. */
const SHOWN = 5;

/** 'Mein Konto' (A12): what people come for, then the rest, folded (Y6). Each change has its dialog. */
export default function AccountPage() {
  const { trouble, sessions, organizations, ...own } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Mein Konto" />
      {trouble && <Unreachable title={trouble} />}
      <div className={`grid grid-cols-1 items-start gap-6 ${COLUMNS}`}>
        <OwnSettings {...own} />
        <div className="grid grid-cols-1 gap-6">
          <Stack as="section">
            <h2>Vereine</h2>
            <Clubs organizations={organizations} />
          </Stack>
          <div className="grid grid-cols-1 gap-2">
            <Devices sessions={sessions} />
            <Disclosure summary="Meine Daten">
              <Stack>
                <p>Zum Lesen: was gespeichert ist, wozu und wie lange. Auch als Datei.</p>
                <ButtonRow>
                  <ButtonLink to={ownReportPath}>Auskunft</ButtonLink>
                </ButtonRow>
              </Stack>
            </Disclosure>
            <Disclosure summary="Konto löschen">
              <Stack>
                <p>
                  Ihr Zugang endet für immer. Was Ihre Vereine über Sie als Mitglied führen, bleibt
                  dort.
                </p>
                <ButtonRow>
                  <ButtonLink dialog variant="caution" to={accountDialogPath('deletion')}>
                    Konto löschen
                  </ButtonLink>
                </ButtonRow>
              </Stack>
            </Disclosure>
          </div>
        </div>
      </div>
      <Outlet />
    </>
  );
}

type Own = Omit<OutputOf<typeof readAccount>, 'trouble' | 'sessions' | 'organizations'>;

function OwnSettings({ firstName, lastName, email, contact, factor }: Own) {
  return (
    <Doors
      doors={[
        {
          label: 'Name',
          says: `${firstName} ${lastName}`,
          to: accountDialogPath('name'),
          dialog: true,
        },
        { label: 'E-Mail', says: email, to: accountDialogPath('email'), dialog: true },
        {
          label: 'Kontaktdaten',
          says: contact || 'Wie Ihr Verein Sie erreicht',
          to: ownContactPath(),
        },
        { label: NOTIFICATIONS, says: 'Welche E-Mails Sie bekommen', to: settingsPath() },
        { label: FEEDS, says: 'Termine auf Handy und Computer', to: feedsPath },
        {
          label: 'Passwort',
          says: 'Neues Passwort wählen',
          to: accountDialogPath('password'),
          dialog: true,
        },
        { label: FACTOR, says: factor.text, to: factorPath },
      ]}
    />
  );
}

type DevicesProps = ComponentProps<typeof SessionList>;

function Devices({ sessions }: DevicesProps) {
  return (
    <Disclosure summary={`Geräte (${sessions.length})`}>
      <Stack>
        {sessions.length > 1 && (
          <ButtonRow>
            <ButtonLink dialog to={otherSessionsPath}>
              Auf anderen Geräten ausloggen
            </ButtonLink>
          </ButtonRow>
        )}
        <SessionList sessions={sessions.slice(0, SHOWN)} />
        {sessions.length > SHOWN && (
          <Disclosure summary={`${sessions.length - SHOWN} weitere`}>
            <SessionList sessions={sessions.slice(SHOWN)} />
          </Disclosure>
        )}
      </Stack>
    </Disclosure>
  );
}

type Club = { uuid: string; name: string; groups: string[] };

function Clubs({ organizations }: { organizations: Club[] }) {
  if (organizations.length === 0) return <p>Sie gehören zu keinem Verein.</p>;
  return (
    <ul className="rounded border border-line bg-card leaf">
      {organizations.map(({ uuid, name, groups }) => (
        <li
          key={uuid}
          className="flex items-center gap-3 border-line px-4 py-2 not-first:border-t wrap-anywhere"
        >
          <div className="min-w-0 flex-1">
            <p className="font-semibold">{name}</p>
            {groups.length > 0 && <p className="text-muted">{groups.join(', ')}</p>}
          </div>
          <div className="-mx-3">
            <ButtonLink
              dialog
              size="small"
              variant="quiet"
              to={leavingPath(uuid)}
              aria-label={`Verlassen: ${name}`}
            >
              Verlassen
            </ButtonLink>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Tells users that mails to them do not arrive, and what they can do (N13). */
function Unreachable({ title }: { title: string }) {
  return (
    <Banner tone="warning" title={title}>
      <div className="grid gap-3">
        <p>
          Bitte prüfen Sie die Adresse. Ist sie richtig, war vielleicht nur Ihr Postfach voll: Dann
          versuchen wir es noch einmal.
        </p>
        <QuestionForm id="try-again">
          <ButtonRow>
            <ButtonLink dialog to={accountDialogPath('email')}>
              E-Mail ändern
            </ButtonLink>
            <Button>Noch einmal versuchen</Button>
          </ButtonRow>
        </QuestionForm>
      </div>
    </Banner>
  );
}

export { OwnErrorScreen as ErrorBoundary } from '~/frame/error-screen';
