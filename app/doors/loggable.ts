const CODE_IN_PATH =
  /(\/auth\/verify\/|\/auth\/password-reset\/|\/registration\/verify\/|\/invite\/|\/invitation\/(?:accept|reject|info)\/)[^/]+/i;

/**
 * A path as it may stand in a log: without the code of a link, however its address is spelled, and
 * without the query.
 */
export function loggablePath(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : (url.split('?')[0] ?? '');
  const shown = decoded(path)
    .replace(/\/{2,}/g, '/')
    .replace(CODE_IN_PATH, '$1…');
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown;
}

/** Of a path; what is longer names nothing. */
const MAX_SHOWN = 500;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * What a library says, as it may stand in a log: without e-mail addresses, queries and the codes of
 * links.
 */
export function loggableText(text: string): string {
  return withoutAddresses(text)
    .replace(/\?[^\s"']*=[^\s"']*/g, '?…')
    .replace(new RegExp(CODE_IN_PATH, 'gi'), '$1…');
}

/**
 * A text as it may stand in a log or in the queue: without e-mail addresses, which SMTP servers
 * like to quote.
 */
export function withoutAddresses(text: string): string {
  // Word by word: one expression with the @ inside would take time by the square of a long word.
  return text.replace(/[^\s<>"'`:;,()=]+/g, (word) => (/.@./.test(word) ? '…@…' : word));
}
