import type { SerializeFrom } from '@remix-run/node';
import { Form, Outlet, useLoaderData } from '@remix-run/react';
import { dateToText } from '~/dates';
import { page } from '~/doors/page.server';
import { accountPath } from '~/paths/accounts';
import { FEEDS, feedPath, newFeedPath } from '~/paths/calendars';
import { Banner } from '~/ui/banner';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { Button, ButtonLink } from '~/ui/button';
import { Card, Stack } from '~/ui/card';
import { failing } from '~/ui/failing';
import { Hint } from '~/ui/field-frame';
import { HiddenFields } from '~/ui/hidden-fields';
import { PageHeader } from '~/ui/page-header';
import { RowActions, RowLink, Table } from '~/ui/table';
import { titled } from '~/ui/title';
import { readFeeds } from '../operations.server';
import { MOST_FEEDS } from '../view';
import { ALL_ORGANIZATIONS, DELAY_HINT, messages, scopeTexts, TOO_MANY_FEEDS } from '../wording';

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
            <p className="max-w-160 text-muted">
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
    <div className="flex flex-wrap gap-3 max-sm:*:flex-auto">
      <Form
        className="grid"
        method="post"
        action={newFeedPath}
        aria-label={FEEDS}
        {...failing(messages.feedCreateFailed)}
      >
        <HiddenFields form="to-my-calendar" />
        <Button variant="primary">Termine in meinen Kalender</Button>
      </Form>
      <ButtonLink dialog to={newFeedPath}>
        Link für ein anderes Gerät
      </ButtonLink>
    </div>
  );
}

/** The user's feeds; their addresses are not stored. */
function FeedTable({ feeds }: { feeds: SerializeFrom<typeof loader> }) {
  return (
    <Table
      caption={FEEDS}
      rows={feeds}
      rowKey={({ uuid }) => uuid}
      columns={[
        {
          label: 'Gerät',
          cell: ({ label, createdOn }) => (
            <>
              <span className="wrap-anywhere">{label}</span>
              <Hint>erstellt am {dateToText(createdOn)}</Hint>
            </>
          ),
        },
        {
          label: 'Inhalt',
          cell: ({ scope, club }) => (
            <>
              {scopeTexts[scope].label}
              <div className="min-w-[6rem] whitespace-normal wrap-anywhere">
                <Hint>{club ?? ALL_ORGANIZATIONS}</Hint>
              </div>
            </>
          ),
        },
        {
          label: 'Abgerufen',
          cell: ({ usedOn }) => (usedOn ? `zuletzt am ${dateToText(usedOn)}` : 'noch nie'),
        },
        {
          label: 'Aktionen',
          cell: ({ uuid, label }) => (
            <RowActions>
              <RowLink dialog tone="danger" to={feedPath(uuid)} of={label}>
                Löschen
              </RowLink>
            </RowActions>
          ),
        },
      ]}
    />
  );
}

export { OwnErrorScreen as ErrorBoundary } from '~/frame/error-screen';
