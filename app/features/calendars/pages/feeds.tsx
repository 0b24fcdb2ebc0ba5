import { Form, Outlet, useLoaderData, useRouteError } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { accountPath } from '~/paths/accounts';
import { newFeedPath } from '~/paths/calendars';
import { useInstallation } from '~/root';
import { Banner } from '~/ui/banner';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { Button, ButtonLink, ButtonRow } from '~/ui/button';
import { Card, Stack } from '~/ui/card';
import { ErrorScreen } from '~/ui/error-screen';
import { failing } from '~/ui/failing';
import { useFailure } from '~/ui/failure';
import { Hint } from '~/ui/field-frame';
import { HiddenFields } from '~/ui/hidden-fields';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { FeedTable } from '../components/feed-table';
import { readFeeds } from '../operations/feeds.server';
import { MOST_FEEDS } from '../view';
import { DELAY_HINT, FEEDS, messages, TOO_MANY_FEEDS } from '../wording';

export const meta = titled(FEEDS);
export const loader = page(readFeeds);
export const shouldRevalidate = keepBehindDialog;

/** 'Kalender-Abos' in 'Mein Konto' (M1): one for this device with a tap (Y8), and all existing ones. */
export default function FeedList() {
  const feeds = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={FEEDS} back={{ to: accountPath, label: 'Mein Konto' }} />
      <Stack>
        <div className="max-w-160">
          <Card>
            <Stack>
              <p>Ihre Termine im Kalender dieses Geräts, mit allen Änderungen.</p>
              {feeds.length < MOST_FEEDS ? <NewFeed /> : <Banner>{TOO_MANY_FEEDS}</Banner>}
              <Hint>{DELAY_HINT}</Hint>
            </Stack>
          </Card>
        </div>
        {feeds.length > 0 && (
          <>
            <FeedTable feeds={feeds} />
            <p className="max-w-prose text-muted">
              Handy verloren? Löschen Sie hier sein Abo. Ausloggen oder ein neues Passwort beendet
              es nicht.
            </p>
          </>
        )}
      </Stack>
      <Outlet />
    </>
  );
}

function NewFeed() {
  return (
    <ButtonRow>
      <Form
        method="post"
        action={newFeedPath}
        aria-label={FEEDS}
        {...failing(messages.feedCreateFailed)}
      >
        <HiddenFields form="to-my-calendar" />
        <Button variant="primary">Termine in meinen Kalender</Button>
      </Form>
      <ButtonLink dialog variant="quiet" to={newFeedPath}>
        Genauer
      </ButtonLink>
    </ButtonRow>
  );
}

/** Keeps the shell around the error (B7). */
export function ErrorBoundary() {
  const error = useRouteError();
  return <ErrorScreen {...useFailure(error, useInstallation()?.requestId)} />;
}
