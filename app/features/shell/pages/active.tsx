import { Outlet } from '@remix-run/react';
import { useShell } from '../context';
import { ActiveErrorScreen, NoOrganization } from '../error-screen';

/** Around every screen that is about the active organisation (B4). */
export default function ActiveOrganization() {
  return useShell().active ? <Outlet /> : <NoOrganization />;
}

/** Errors of these screens leave the shell standing (B7). */
export function ErrorBoundary() {
  return <ActiveErrorScreen />;
}
