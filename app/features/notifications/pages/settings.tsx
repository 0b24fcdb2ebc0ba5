import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { accountPath } from '~/paths/accounts';
import { isReset, NOTIFICATIONS, resetAction, settingsPath } from '~/paths/notifications';
import { Banner } from '~/ui/banner';
import { Button, ButtonRow } from '~/ui/button';
import { Stack } from '~/ui/card';
import { UnsavedGuard } from '~/ui/discard-guard';
import { EmptyState } from '~/ui/empty-state';
import { HiddenFields } from '~/ui/hidden-fields';
import { Link } from '~/ui/link';
import { OtherClubs } from '~/ui/other-clubs';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { SettingsForm } from '../components/settings-form';
import {
  readSettingsScreen,
  resetOwnSettings,
  updateOwnSettings,
} from '../operations/settings.server';
import { settingsScreenOf } from '../settings-rows.server';
import { messages } from '../wording';

export const meta = titled(NOTIFICATIONS);

const read = page(readSettingsScreen);

export async function loader(args: LoaderFunctionArgs) {
  return settingsScreenOf(await read(args));
}

const back = {
  failure: messages.notificationsSaveFailed,
  next: ({ organization }: { organization: string }) => settingsPath(organization),
  gone: accountPath,
} as const;

const save = form(updateOwnSettings, { success: messages.notificationsSaved, ...back });
const reset = form(resetOwnSettings, { success: messages.notificationsReset, ...back });

export const action = Object.assign(
  (args: ActionFunctionArgs) => (isReset(args.request) ? reset(args) : save(args)),
  { failure: back.failure },
);

/** 'Benachrichtigungen' in 'Mein Konto' (N2). */
export default function NotificationSettings() {
  const { club, trouble, others, form, hasOwn, visits } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={NOTIFICATIONS} back={{ to: accountPath, label: 'Mein Konto' }} />
      <Stack>
        {trouble && (
          <Banner tone="warning" title={trouble}>
            <Link to={accountPath}>In „Mein Konto“ ändern oder noch einmal versuchen</Link>
          </Banner>
        )}
        <OtherClubs clubs={others.map(({ uuid, name }) => ({ name, to: settingsPath(uuid) }))} />
        {club && form ? (
          <>
            <p className="max-w-160">
              Welche E-Mails möchten Sie von <strong>{club.name}</strong> bekommen?
            </p>
            <UnsavedGuard home={settingsPath()} version={JSON.stringify(form)}>
              {/* Remounted for another club, and after a reset. */}
              <SettingsForm key={`${club.uuid} ${hasOwn}`} id="notifications" own {...form} />
            </UnsavedGuard>
            {hasOwn && <Reset />}
          </>
        ) : (
          <NoClub visits={visits} />
        )}
      </Stack>
    </>
  );
}

function Reset() {
  return (
    <div className="max-w-160">
      <Form className="grid" method="post" action={resetAction} aria-label="Zurücksetzen">
        <HiddenFields form="reset" />
        <ButtonRow>
          <Button variant="quiet">Auf die Vorgaben des Vereins zurücksetzen</Button>
        </ButtonRow>
      </Form>
    </div>
  );
}

function NoClub({ visits }: { visits: boolean }) {
  return (
    <EmptyState title={visits ? 'Hier sind Sie nur zu Besuch' : 'Noch kein Verein'}>
      {visits
        ? 'Von diesem Verein bekommen Sie keine E-Mails.'
        : 'Sobald Sie zu einem Verein gehören, stellen Sie hier ein, worüber er Ihnen schreibt.'}
    </EmptyState>
  );
}

export { OwnErrorScreen as ErrorBoundary } from '~/frame/error-screen';
