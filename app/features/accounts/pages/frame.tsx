import { Outlet } from '@remix-run/react';
import { useInstallation } from '~/root';
import { PublicLayout } from '~/ui/layout';
import { Notices } from '~/ui/notices';

/** These screens are forms and texts that work without scripts, so they load none. */
export const handle = { scripts: false };

export default function PublicFrame() {
  const installation = useInstallation();
  if (!installation) return null;
  return (
    <PublicLayout {...installation}>
      <Notices notice={installation.notice} />
      <Outlet />
    </PublicLayout>
  );
}
