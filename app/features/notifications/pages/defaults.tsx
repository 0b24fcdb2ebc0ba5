import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { activeErrorScreen } from '~/frame/error-screen';
import { defaultsPath, NOTIFICATIONS } from '~/paths/notifications';
import { organizationPath } from '~/paths/organizations';
import { Stack } from '~/ui/card';
import { UnsavedGuard } from '~/ui/discard-guard';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { SettingsForm } from '../components/settings-form';
import { readDefaults, updateDefaults } from '../operations/settings.server';
import { settingsFormOf } from '../settings-rows.server';
import { messages } from '../wording';

export const meta = titled(NOTIFICATIONS);

const read = page(readDefaults);

export async function loader(args: LoaderFunctionArgs) {
  return settingsFormOf(await read(args), false);
}

export const action = form(updateDefaults, {
  success: messages.notificationDefaultsSaved,
  failure: messages.notificationDefaultsSaveFailed,
  next: defaultsPath,
});

/** A club's defaults for users who have chosen nothing (N2). */
export default function NotificationDefaults() {
  const form = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={NOTIFICATIONS}
        back={{ to: organizationPath, label: 'Meine Organisation' }}
      />
      <Stack>
        <p className="max-w-160">
          Gilt für alle, die unter „Mein Konto“ nichts anderes gewählt haben.
        </p>
        <UnsavedGuard home={defaultsPath} version={JSON.stringify(form)}>
          <SettingsForm id="notification-defaults" {...form} />
        </UnsavedGuard>
      </Stack>
    </>
  );
}

export const ErrorBoundary = activeErrorScreen(messages.notificationsLoadFailed);
