import type { MetaFunction } from '@remix-run/node';

/** A screen's meta function: its title before the installation's name. */
export function titled(title: string): MetaFunction {
  return ({ matches }) => {
    const root = matches.find((match) => match.id === 'root')?.data as
      | { appName?: string }
      | undefined;
    return [{ title: `${title} · ${root?.appName ?? 'Vereinsheim'}` }];
  };
}
