import { useRouteLoaderData } from '@remix-run/react';
import type { Powers } from '~/kernel/actor';

/** What screens can use of the frame around them; returned by the shell's loader. */
export interface Frame {
  /** The active organisation; null if there is none. */
  readonly active: { readonly uuid: string; readonly name: string } | null;
  /** The current user's rights in it. */
  readonly scope: Powers;
  /** Whether they may found an organisation. */
  readonly canFound: boolean;
}

/** The frame, for the screens inside it. */
export function useShell(): Frame {
  const shell = useRouteLoaderData('shell') as Frame | undefined;
  if (!shell) throw new Error('useShell() outside the shell');
  return shell;
}

/** The current user's rights in the active organisation, to pass to policies. */
export function useScope(): Powers {
  return useShell().scope;
}
