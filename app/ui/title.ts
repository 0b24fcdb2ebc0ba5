import type { MetaFunction } from '@remix-run/node';
import { useEffect } from 'react';

/** Begins the title of a page that shows a refused form: it is the first thing that is read out. */
const REFUSED = 'Fehler: ';

/**
 * A screen's meta function: its title before the installation's name.
 * @param title for a screen that is named by what it shows, a function of its data
 */
export function titled<Data = never>(
  title: string | ((data: Data | undefined) => string),
): MetaFunction {
  return ({ matches, data }) => {
    const root = matches.find((match) => match.id === 'root')?.data as
      | { appName?: string; refused?: boolean }
      | undefined;
    const start = root?.refused ? REFUSED : '';
    const words = typeof title === 'string' ? title : title(data as Data | undefined);
    return [{ title: `${start}${words} · ${root?.appName ?? 'Vereinsheim'}` }];
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
