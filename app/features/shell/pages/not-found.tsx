import { useRouteError } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { readUnknown } from '~/features/organizations/operations.server';
import { useInstallation } from '~/root';
import { ErrorScreen } from '~/ui/error-screen';
import { useFailure } from '~/ui/failure';
import { titled } from '~/ui/title';

export const meta = titled('Seite nicht gefunden');

/**
 * Any path that is no screen: 404 inside the shell, or the log-in for who is not logged in (B7,
 * B2).
 */
export const loader = page(readUnknown);

export default function NotFound() {
  return null;
}

export function ErrorBoundary() {
  return <ErrorScreen {...useFailure(useRouteError(), useInstallation()?.requestId)} />;
}
