import type { MetaFunction } from '@remix-run/node';
import { useEffect } from 'react';
import type { FailureData } from './failure';

/** Prefix of the title of a page with a refused form, which is read out first. */
const REFUSED = 'Fehler: ';

/**
 * A screen's meta function: its title before the installation's name, or what was not found.
 * @param title a function of the data for a screen that is named after its content
 */
export function titled<Data = never>(
  title: string | ((data: Data | undefined) => string),
): MetaFunction {
  return ({ matches, data, error }) => {
    const root = matches.find((match) => match.id === 'root')?.data as
      | { appName?: string; refused?: boolean }
      | undefined;
    const start = root?.refused ? REFUSED : '';
    const missing = (error as { data?: Partial<FailureData> } | undefined)?.data?.title;
    const words = missing ?? (typeof title === 'string' ? title : title(data as Data | undefined));
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
