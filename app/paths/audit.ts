/** The log from its newest entry on. */
export const logPath = '/app/admin/log';

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
