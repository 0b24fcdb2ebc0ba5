import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { currentActor } from '~/doors/screen.server';
import { useInstallation } from '~/root';
import { Stack } from '~/ui/card';
import { PublicLayout } from '~/ui/layout';
import { Notices } from '~/ui/notices';
import { OwnShell } from '../components/own-shell';
import { readShell } from '../operations.server';

/** As the public screens, these load no scripts. */
export const handle = { scripts: false };

const read = page(readShell);

/** These screens are there whatever happens to the database. */
export const loader = async (args: LoaderFunctionArgs) =>
  (await currentActor(args).catch(() => null)) && (await read(args).catch(() => null));

/** The frame of texts for everybody: users keep their navigation around them. */
export default function OpenFrame() {
  const shell = useLoaderData<typeof loader>();
  const installation = useInstallation();
  if (!installation) return null;
  const notices = <Notices notice={installation.notice} />;
  if (!shell)
    return (
      <PublicLayout {...installation}>
        {notices}
        <Outlet />
      </PublicLayout>
    );
  return (
    <OwnShell {...installation} {...shell}>
      {notices}
      <div className="max-w-160">
        <Stack>
          <Outlet />
        </Stack>
      </div>
    </OwnShell>
  );
}
