import { useRouteError } from '@remix-run/react';
import { guard } from '~/doors/page.server';
import { nothing } from '~/kernel/fields';
import { loggedIn } from '~/kernel/operation.server';
import { useInstallation } from '~/root';
import { ErrorScreen } from '~/ui/error-screen';
import { useFailure } from '~/ui/failure';
import { titled } from '~/ui/title';

export const meta = titled('Seite nicht gefunden');

/** Any other path: 404 inside the shell, or the log-in for visitors (B7, B2). */
export const loader = guard({ input: nothing, subject: () => null, may: loggedIn });

export default function NotFound() {
  return null;
}

export function ErrorBoundary() {
  return <ErrorScreen drawing {...useFailure(useRouteError(), useInstallation()?.requestId)} />;
}
