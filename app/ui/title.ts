import type { MetaFunction } from '@remix-run/node';
import { useEffect } from 'react';

/** Begins the title of a page that shows a refused form: it is the first thing that is read out. */
const REFUSED = 'Fehler: ';

/** A screen's meta function: its title before the installation's name. */
export function titled(title: string): MetaFunction {
  return ({ matches }) => {
    const root = matches.find((match) => match.id === 'root')?.data as
      | { appName?: string; refused?: boolean }
      | undefined;
    const start = root?.refused ? REFUSED : '';
    return [{ title: `${start}${title} · ${root?.appName ?? 'Vereinsheim'}` }];
  };
}

/** Marks the title for a form that was refused without loading the page anew. */
export function useRefusedTitle(isRefused: boolean): void {
  useEffect(() => {
    if (!isRefused) return;
    if (!document.title.startsWith(REFUSED)) document.title = REFUSED + document.title;
    return () => {
      document.title = document.title.replace(REFUSED, '');
    };
  }, [isRefused]);
}
