import { isRouteErrorResponse, Outlet, useRouteError } from '@remix-run/react';
import { useInstallation } from '~/root';
import { ButtonLink } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { ErrorScreen } from '~/ui/error-screen';
import { AnswerNotice } from '~/ui/notices';
import { useShell } from './shell';

/** Around every screen that is about the active organisation (B4). */
export default function ActiveOrganization() {
  return useShell().active ? <Outlet /> : <NoOrganization />;
}

function NoOrganization() {
  const { canFound } = useShell();
  return (
    <EmptyState
      title="Keine Organisationen verfügbar."
      heading="h1"
      action={
        canFound && (
          <ButtonLink variant="primary" to="/app/organizations/new">
            Organisation erstellen
          </ButtonLink>
        )
      }
    >
      Lassen Sie sich von Ihrem Verein einladen. Den Link bekommen Sie von dessen Administratoren.
    </EmptyState>
  );
}

/** Errors of these screens leave the shell standing (B7). */
export function ErrorBoundary() {
  return <ActiveErrorScreen />;
}

/** @param failed the notification of a screen whose data could not be loaded */
export function ActiveErrorScreen({ failed }: { failed?: { title: string; message: string } }) {
  const error = useRouteError();
  const shell = useShell();
  const reference = useInstallation()?.requestId ?? '';
  if (!shell.active) return <NoOrganization />;
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <>
      {failed && status >= 500 && <AnswerNotice notice={{ id: reference, kind: 'error', ...failed }} />}
      <ErrorScreen status={status} reference={reference} />
    </>
  );
}
