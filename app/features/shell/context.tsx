import { useRouteLoaderData } from '@remix-run/react';
import type { Powers } from '~/kernel/actor';
import type { loader } from './pages/shell';

/** The data of the shell, for the screens inside it. */
export function useShell() {
  const shell = useRouteLoaderData<typeof loader>('shell');
  if (!shell) throw new Error('useShell() outside the shell');
  return shell;
}

/** The current user's rights in the active organisation, to pass to policies. */
export function useScope(): Powers {
  return useShell().scope;
}
