import { Outlet } from '@remix-run/react';
import { useShell } from '~/frame/context';
import { activeErrorScreen, NoOrganization } from '~/frame/error-screen';

/** Wraps every screen that is about the active organisation (B4). */
export default function ActiveOrganization() {
  return useShell().active ? <Outlet /> : <NoOrganization />;
}

/** Keeps the shell around errors of these screens (B7). */
export const ErrorBoundary = activeErrorScreen();
