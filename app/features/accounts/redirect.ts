import { homePath } from '~/paths/shell';

/**
 * The `redirect` parameter of the log-in (A9). It only yields a path on this host: anything that a
 * browser could read as another host is refused, not repaired.
 */
type RedirectTarget = { kind: 'none' } | { kind: 'absolute' } | { kind: 'path'; path: string };

/**
 * In characters, before and after normalizing. A page repeats the path several times, escaped each
 * time, and it must fit into the header of a request.
 */
const MAX_PATH = 2000;

/** Browsers drop tabs and newlines and read a backslash as a slash: none belongs in a path. */
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

/** The page after the log-in: the requested one if it is on this host, else home. */
export const afterLogin = (value: string | null | undefined): string =>
  carriedRedirect(value) || homePath;

/**
 * Whether a path leads to a file, for which browsers stay on the page before it, and the screen above
 * it, to go on with. Files and dialogs belong to that screen; an export's own asks for a proof again.
 */
export function leadsTo(path: string): { isFile: boolean; above: string } {
  const { pathname } = new URL(path, 'https://here.invalid');
  const isFile = /\.\w+$|\/file$/.test(pathname);
  return { isFile, above: pathname.replace(/(\/[^/]*\/file|\/[^/]*)\/?$/, '') || homePath };
}

/** The value for a form to pass on: the requested path if it is on this host, else empty. */
export function carriedRedirect(value: string | null | undefined): string {
  const target = redirectTarget(value);
  return target.kind === 'path' ? target.path : '';
}

/** Adds the redirect to a path, if it is a path on this host. */
export function keepRedirect(path: string, value: string | null | undefined): string {
  const wanted = carriedRedirect(value);
  if (!wanted) return path;
  return `${path}${path.includes('?') ? '&' : '?'}redirect=${encodeURIComponent(wanted)}`;
}
