import { Outlet, useLoaderData, useRouteError } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { accountPath } from '~/paths/accounts';
import { newFeedPath } from '~/paths/calendars';
import { useInstallation } from '~/root';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { ButtonLink } from '~/ui/button';
import { Stack } from '~/ui/card';
import { EmptyState } from '~/ui/empty-state';
import { ErrorScreen } from '~/ui/error-screen';
import { useFailure } from '~/ui/failure';
import { IconPlus } from '~/ui/icons';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { FeedTable } from '../components/feed-table';
import { readFeeds } from '../operations/feeds.server';
import { DELAY_HINT, FEEDS } from '../wording';

export const meta = titled(FEEDS);
export const loader = page(readFeeds);
export const shouldRevalidate = keepBehindDialog;

/** 'Kalender-Abos' in 'Mein Konto' (M1). */
export default function FeedList() {
  const feeds = useLoaderData<typeof loader>();
  const create = (
    <ButtonLink dialog variant="primary" to={newFeedPath}>
      <IconPlus />
      Neues Abo
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={FEEDS}
        back={{ to: accountPath, label: 'Mein Konto' }}
        actions={feeds.length > 0 && create}
      />
      <Stack>
        <div className="max-w-prose">
          <p>
            Der Kalender auf Ihrem Handy oder Computer kann die Termine Ihrer Vereine anzeigen und
            Änderungen von selbst übernehmen. Legen Sie dafür auf jedem Gerät ein eigenes Abo an;
            dann können Sie es einzeln löschen, etwa wenn Sie das Handy verlieren.
          </p>
          <p className="mt-2">{DELAY_HINT}</p>
        </div>
        {feeds.length === 0 ? (
          <EmptyState title="Noch kein Kalender-Abo" action={create} />
        ) : (
          <>
            <FeedTable feeds={feeds} />
            <p className="max-w-prose text-muted">
              Ausgeloggte Geräte und ein neues Passwort beenden kein Kalender-Abo: Das geht nur
              hier.
            </p>
          </>
        )}
      </Stack>
      <Outlet />
    </>
  );
}

/** Keeps the shell around the error (B7). */
export function ErrorBoundary() {
  const error = useRouteError();
  return <ErrorScreen {...useFailure(error, useInstallation()?.requestId)} />;
}
