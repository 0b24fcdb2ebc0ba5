import { useRouteError } from '@remix-run/react';
import { useId } from 'react';
import { foundingPath } from '~/paths/organizations';
import { useInstallation } from '~/root';
import { ButtonLink } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { ErrorScreen } from '~/ui/error-screen';
import { useFailure } from '~/ui/failure';
import { ResponseNotice } from '~/ui/notices';
import { useShell } from './context';

/** Keeps the shell around the error (B7), on screens that are about no organisation. */
export function OwnErrorScreen() {
  return <ErrorScreen drawing {...useFailure(useRouteError(), useInstallation()?.requestId)} />;
}

/**
 * The ErrorBoundary of screens about the active organisation.
 * @param failed the notification if their data could not be loaded
 * @param tooLarge the message for a request that was too large, if that is likely due to a file
 */
export const activeErrorScreen = (failed?: { title: string; message: string }, tooLarge?: string) =>
  function ActiveErrorScreen() {
    const error = useRouteError();
    const shell = useShell();
    const failure = useFailure(error, useInstallation()?.requestId);
    const id = useId();
    const { status, reference = id, submitted } = failure;
    if (!shell.active && (status === 200 || status === 404)) return <NoOrganization />;
    // After a submission it is unknown whether loading failed, and it is not what the user asked for.
    const isLoading = !submitted && (status === 'unreachable' || status >= 500);
    return (
      <>
        {failed && isLoading && (
          <ResponseNotice notice={{ id: reference, kind: 'error', ...failed }} />
        )}
        <ErrorScreen {...failure} {...(status === 413 && tooLarge && { why: tooLarge })} drawing />
      </>
    );
  };

/** Replaces a screen for users who belong to no organisation (B4). */
export function NoOrganization() {
  const { canFound } = useShell();
  return (
    <EmptyState
      title="Keine Organisationen verfügbar."
      heading="h1"
      drawing
      action={
        canFound && (
          <ButtonLink variant="primary" to={foundingPath}>
            Organisation erstellen
          </ButtonLink>
        )
      }
    >
      Lassen Sie sich von Ihrem Verein einladen. Den Link bekommen Sie von dessen Administratoren.
    </EmptyState>
  );
}
