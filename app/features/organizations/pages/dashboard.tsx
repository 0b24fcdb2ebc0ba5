import { useLoaderData } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { ActiveErrorScreen } from '~/features/shell/error-screen';
import { useInstallation } from '~/root';
import { Card } from '~/ui/card';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { readOrganization } from '../operations.server';
import { messages } from '../wording';

export const meta = titled('Übersicht');
export const loader = page(readOrganization);

/** The start page with the message of the day (C1). */
export default function Dashboard() {
  const organization = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={`Willkommen bei ${useInstallation()?.appName} für ${organization.name}`} />
      {organization.motd !== '' && (
        <Card title="Information" pinned>
          <MessageLines text={organization.motd} />
        </Card>
      )}
    </>
  );
}

export function ErrorBoundary() {
  return <ActiveErrorScreen failed={messages.organizationLoadFailed} />;
}

/** One element per line; an empty line becomes a break. */
function MessageLines({ text }: { text: string }) {
  return text.split(/\r?\n/).map((line, at) =>
    line.trim() === '' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its position.
      <br key={at} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its position.
      <div key={at}>{line}</div>
    ),
  );
}
