/** The log from its newest entry on. */
export const logPath = '/app/admin/log';

/** What people of a name did. @param name which the filter takes up to 200 characters of */
export const logOf = (name: string): string =>
  `${logPath}?${new URLSearchParams({ person: name.slice(0, 200) })}`;

/** Another page of the log, with the same filter; null without a cursor. */
export function logPagePath(
  filter: Readonly<Record<string, string>>,
  direction: 'after' | 'before',
  cursor: string | null,
): string | null {
  if (cursor === null) return null;
  const chosen = Object.entries(filter).filter(([, value]) => value !== '');
  return `${logPath}?${new URLSearchParams([...chosen, [direction, cursor]])}`;
}
