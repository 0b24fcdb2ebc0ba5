import { Outlet, useLoaderData, useRouteError } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import {
  accountDialogPath,
  accountPath,
  leavingPath,
  otherSessionsPath,
  ownDataPath,
} from '~/paths/accounts';
import { feedsPath } from '~/paths/calendars';
import { factorPath } from '~/paths/factors';
import { NOTIFICATIONS, settingsPath } from '~/paths/notifications';
import { ownReportPath } from '~/paths/reports';
import { useInstallation } from '~/root';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { ButtonLink, ButtonRow } from '~/ui/button';
import { Card, Stack } from '~/ui/card';
import { Disclosure } from '~/ui/disclosure';
import { ErrorScreen } from '~/ui/error-screen';
import { useFailure } from '~/ui/failure';
import { PageHeader } from '~/ui/page-header';
import { Setting, Settings } from '~/ui/settings';
import { RowActions, RowLink, Table } from '~/ui/table';
import { titled } from '~/ui/title';
import { ContactCard } from '../components/contact-card';
import { SessionTable } from '../components/session-table';
import { Unreachable } from '../components/unreachable';
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

/** So many sessions are in sight: below them is more that somebody may look for. */
const SHOWN = 5;

/** 'Mein Konto' (A12). Each change has its dialog. */
export default function AccountPage() {
  const { firstName, lastName, email, factor, trouble, sessions, organizations } =
    useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Mein Konto" />
      <Stack>
        {trouble && <Unreachable title={trouble} />}
        <Credentials name={`${firstName} ${lastName}`} email={email} factor={factor} />
        <Stack as="section">
          <div>
            <h2>Sitzungen</h2>
            <p className="text-muted">Hier sind Sie angemeldet.</p>
          </div>
          {sessions.length > 1 && (
            <ButtonRow>
              <ButtonLink dialog to={otherSessionsPath}>
                Alle anderen beenden
              </ButtonLink>
            </ButtonRow>
          )}
          <SessionTable sessions={sessions.slice(0, SHOWN)} />
          {sessions.length > SHOWN && (
            <Disclosure summary={`${sessions.length - SHOWN} weitere`}>
              <SessionTable sessions={sessions.slice(SHOWN)} />
            </Disclosure>
          )}
        </Stack>
        <Stack as="section">
          <h2>Organisationen</h2>
          <OrganizationTable organizations={organizations} />
        </Stack>
        <ContactCard />
        <Card title="Kalender-Abos">
          <Stack>
            <p>Ihre Termine im Kalender auf Handy oder Computer, mit allen späteren Änderungen.</p>
            <ButtonRow>
              <ButtonLink to={feedsPath}>Kalender-Abos verwalten</ButtonLink>
            </ButtonRow>
          </Stack>
        </Card>
        <Card title={NOTIFICATIONS}>
          <Stack>
            <p>Worüber Ihre Vereine Ihnen E-Mails schreiben, und wie oft.</p>
            <ButtonRow>
              <ButtonLink to={settingsPath()}>Benachrichtigungen einstellen</ButtonLink>
            </ButtonRow>
          </Stack>
        </Card>
        <Card title="Meine Daten">
          <Stack>
            <p>Alles, was hier über Sie gespeichert ist, in einer Datei (JSON).</p>
            <p>Die Auskunft sagt dasselbe zum Lesen und Drucken, und wozu und wie lange.</p>
            <ButtonRow>
              <ButtonLink to={ownDataPath} reloadDocument>
                Daten herunterladen
              </ButtonLink>
              <ButtonLink to={ownReportPath}>Auskunft ansehen</ButtonLink>
            </ButtonRow>
          </Stack>
        </Card>
        <Card title="Konto löschen">
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
        </Card>
      </Stack>
      <Outlet />
    </>
  );
}

type CredentialsProps = {
  name: string;
  email: string;
  factor: { isOn: boolean; text: string };
};

function Credentials({ name, email, factor }: CredentialsProps) {
  const settings = [
    { label: 'Name', value: name, change: 'Namen ändern', dialog: 'name' },
    { label: 'E-Mail', value: email, change: 'E-Mail ändern', dialog: 'email' },
    {
      label: 'Passwort',
      value: 'Nur Ihnen bekannt',
      change: 'Passwort ändern',
      dialog: 'password',
    },
  ] as const;
  return (
    <Card title="Anmeldedaten">
      <Settings>
        {settings.map(({ label, value, change, dialog }) => (
          <Setting
            key={label}
            label={label}
            state={<span className="font-normal wrap-anywhere text-muted">{value}</span>}
          >
            <ButtonLink dialog size="small" to={accountDialogPath(dialog)}>
              {change}
            </ButtonLink>
          </Setting>
        ))}
        <Setting
          label="Zweiter Faktor"
          state={<span className="font-normal text-muted">{factor.text}</span>}
        >
          <ButtonLink size="small" to={factorPath}>
            {factor.isOn ? 'Verwalten' : 'Einrichten'}
          </ButtonLink>
        </Setting>
      </Settings>
    </Card>
  );
}

type Club = { uuid: string; name: string; groups: string[] };

function OrganizationTable({ organizations }: { organizations: Club[] }) {
  if (organizations.length === 0) return <p>Sie gehören zu keiner Organisation.</p>;
  return (
    <Table
      caption="Meine Organisationen"
      rows={organizations}
      rowKey={({ uuid }) => uuid}
      columns={[
        {
          label: 'Name',
          cell: ({ name, groups }) => (
            <>
              {name}
              {groups.length > 0 && <i> {groups.join(', ')}</i>}
            </>
          ),
        },
        {
          label: 'Aktionen',
          cell: ({ uuid }) => (
            <RowActions>
              <RowLink dialog tone="danger" to={leavingPath(uuid)}>
                Verlassen
              </RowLink>
            </RowActions>
          ),
        },
      ]}
    />
  );
}

/** Keeps the shell around the error (B7). */
export function ErrorBoundary() {
  const error = useRouteError();
  return <ErrorScreen {...useFailure(error, useInstallation()?.requestId)} />;
}
