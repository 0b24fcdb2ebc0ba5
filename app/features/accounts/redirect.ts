/**
 * What the `redirect` parameter of the log-in means (A9). Only a path on this host ever comes out: anything that a
 * browser could read as another host is refused, not repaired.
 */
export type RedirectTarget = { kind: 'none' } | { kind: 'absolute' } | { kind: 'path'; path: string };

/** Browsers drop tabs and newlines and read a backslash as a slash; nothing of this belongs into a path. */
function isUnsafe(character: string): boolean {
  return character <= ' ' || character === '\u007f' || character === '\\';
}

export function redirectTarget(value: string | null | undefined): RedirectTarget {
  if (!value) return { kind: 'none' };
  if (URL.canParse(value) || [...value].some(isUnsafe)) return { kind: 'absolute' };
  const path = value.startsWith('/') ? value : `/${value}`;
  if (path.startsWith('//')) return { kind: 'absolute' };
  const url = new URL(path, 'https://here.invalid');
  if (url.origin !== 'https://here.invalid' || url.pathname.startsWith('//')) return { kind: 'absolute' };
  return { kind: 'path', path: url.pathname + url.search + url.hash };
}

/** Where the log-in leads: the path asked for if it is one on this host, else one level up. */
export function afterLogin(value: string | null | undefined): string {
  const target = redirectTarget(value);
  return target.kind === 'path' ? target.path : '/app/';
}

/** `path` with the redirect kept as its parameter, if it is a path on this host. */
export function keepRedirect(path: string, value: string | null | undefined): string {
  const target = redirectTarget(value);
  if (target.kind !== 'path') return path;
  return `${path}${path.includes('?') ? '&' : '?'}redirect=${encodeURIComponent(target.path)}`;
}
