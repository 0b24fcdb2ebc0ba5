import { homePath } from '~/features/shell/paths';
/**
 * What the `redirect` parameter of the log-in means (A9). Only a path on this host ever comes out:
 * anything that a browser could read as another host is refused, not repaired.
 */
export type RedirectTarget =
  | { kind: 'none' }
  | { kind: 'absolute' }
  | { kind: 'path'; path: string };

/**
 * Characters of such a path, in the request and as it comes out. It is repeated several times in a
 * page, each time escaped anew, and in addresses that must fit into the head of a request.
 */
const MAX_PATH = 2000;

/**
 * Browsers drop tabs and newlines and read a backslash as a slash; nothing of this belongs into a
 * path.
 */
function isUnsafe(character: string): boolean {
  return character <= ' ' || character === '\u007f' || character === '\\';
}

export function redirectTarget(value: string | null | undefined): RedirectTarget {
  if (!value || value.length > MAX_PATH) return { kind: 'none' };
  if (URL.canParse(value) || [...value].some(isUnsafe)) return { kind: 'absolute' };
  const path = value.startsWith('/') ? value : `/${value}`;
  if (path.startsWith('//')) return { kind: 'absolute' };
  const url = new URL(path, 'https://here.invalid');
  if (url.origin !== 'https://here.invalid' || url.pathname.startsWith('//'))
    return { kind: 'absolute' };
  const target = url.pathname + url.search + url.hash;
  return target.length > MAX_PATH ? { kind: 'none' } : { kind: 'path', path: target };
}

/** Where the log-in leads: the path asked for if it is one on this host, else one level up. */
export function afterLogin(value: string | null | undefined): string {
  const target = redirectTarget(value);
  return target.kind === 'path' ? target.path : homePath;
}

/**
 * What a form carries on of the redirect: the path asked for if it is one on this host, else
 * nothing.
 */
export function carriedRedirect(value: string | null | undefined): string {
  const target = redirectTarget(value);
  return target.kind === 'path' ? target.path : '';
}

/** `path` with the redirect kept as its parameter, if it is a path on this host. */
export function keepRedirect(path: string, value: string | null | undefined): string {
  const target = redirectTarget(value);
  if (target.kind !== 'path') return path;
  return `${path}${path.includes('?') ? '&' : '?'}redirect=${encodeURIComponent(target.path)}`;
}
