import { Outlet } from '@remix-run/react';
import { useInstallation } from '~/root';
import { PublicLayout } from '~/ui/layout';
import { Notices } from '~/ui/notices';

/** These screens are forms and texts; they gain nothing from scripts and load none. */
export const handle = { scripts: false };

/**
 * The frame of the public area: header with logo and product title, footer with the imprint link.
 */
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
