// An invitation's code may be followed by the proof of the mail that it came with; a code, in an
// address that was never resolved, by more of the path. The address of a calendar feed is its token,
// and so is that of a screen which a link in a mail opens without a log-in.
const CODE_IN_PATH =
  /(\/auth\/verify\/|\/auth\/password-reset\/|\/registration\/verify\/|\/app\/(?:calendar|answer|unsubscribe)\/|\/invite\/|\/invitation\/(?:accept|reject|info)\/)[^/]+(?:\/[^\s"']*[^/\s"']{20,})?/i;

/** A path as it may be logged: without query, and without the code of a link, however spelled. */
export function loggablePath(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : (url.split('?')[0] ?? '');
  const shown = decoded(path)
    .replace(/\/{2,}/g, '/')
    .replace(CODE_IN_PATH, '$1…');
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown;
}

/** Longer paths name nothing. */
const MAX_SHOWN = 500;

/** A path without percent-encoding; as it is, where that is invalid. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A library's text as it may be logged: without e-mail addresses, queries and codes of links. */
export function loggableText(text: string): string {
  return withoutAddresses(text)
    .replace(/\?[^\s"']*=[^\s"']*/g, '?…')
    .replace(new RegExp(CODE_IN_PATH, 'gi'), '$1…');
}

/** Removes e-mail addresses, which SMTP servers like to quote, for the log and the queue. */
export function withoutAddresses(text: string): string {
  // Word by word: one expression with the @ inside would take quadratic time. A forwarded address has
  // the first one in it: SRS0=x=y=example.org=anna@forwarder.example.
  return text.replace(/[^\s<>"'`:;,()?]+/g, (word) => (/.(@|%40)./.test(word) ? '…@…' : word));
}
