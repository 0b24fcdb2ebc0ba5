import {
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
import { type ReactNode, useContext, useEffect } from 'react';
import { takeNotice } from '~/doors/notice.server';
import { imprintPath, privacyPath } from '~/paths/legal';
import { DARK, LIGHT } from '~/ui/colors';
import { PageConnectionNotice } from '~/ui/connection-notice';
import { ErrorScreen, failureTitle } from '~/ui/error-screen';
import { setPageFailure } from '~/ui/failing';
import { useFailure, useSubmissionMemory } from '~/ui/failure';
import { FormKeyContext } from '~/ui/form-context';
import { useHeadingFocus } from '~/ui/heading-focus';
import { PublicLayout } from '~/ui/layout';
import { NavigationProgress } from '~/ui/progress';
import { titled } from '~/ui/title';
import { NonceContext, StylesContext } from './rendering';
import styles from './styles.css?url';

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/app/manifest.webmanifest' },
];

/** The installation's names and links, and the notification that came with a redirect. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { config } = context.services;
  const taken = takeNotice(request, config);
  return data(
    {
      appName: config.appName,
      imprintUrl: config.imprintUrl ?? imprintPath,
      privacyUrl: config.privacyUrl ?? privacyPath,
      notice: taken?.notice ?? null,
      requestId: context.requestId,
      refused: context.refused,
      failure: context.failure,
    },
    { headers: taken ? { 'Set-Cookie': taken.clear } : {} },
  );
}

/** The title of screens without one, when the frame itself cannot be loaded. */
export const meta: MetaFunction = (args) =>
  titled(failureTitle(isRouteErrorResponse(args.error) ? args.error.status : 500))(args);

/** The root's data, for frames and titles. */
export function useInstallation() {
  return useRouteLoaderData<typeof loader>('root');
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const css = useContext(StylesContext);
  useSubmissionMemory();
  useHeadingFocus();
  // A screen can opt out of scripts by its handle.
  const scripted = useMatches().every(
    ({ handle }) => (handle as { scripts?: boolean })?.scripts !== false,
  );
  return (
    <html lang="de">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={LIGHT.card} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={DARK.card} />
        <Meta />
        {css === undefined ? (
          <link rel="stylesheet" href={styles} />
        ) : (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file from the build.
          <style nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />
        )}
        <Links />
      </head>
      <body>
        {children}
        {scripted && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  const { requestId, failure } = useLoaderData<typeof loader>();
  useEffect(() => setPageFailure(failure), [failure]);
  return (
    <FormKeyContext.Provider value={requestId}>
      <NavigationProgress />
      <PageConnectionNotice />
      <Outlet />
    </FormKeyContext.Provider>
  );
}

/** For failures outside the shell, which has its own error screens. */
export function ErrorBoundary() {
  const error = useRouteError();
  const {
    appName = 'Vereinsheim',
    imprintUrl = imprintPath,
    privacyUrl = privacyPath,
    requestId,
  } = useInstallation() ?? {};
  const failure = useFailure(error, requestId);
  return (
    <PublicLayout appName={appName} imprintUrl={imprintUrl} privacyUrl={privacyUrl}>
      <ErrorScreen {...failure} />
    </PublicLayout>
  );
}
