const CODE_IN_PATH =
  /(\/auth\/verify\/|\/auth\/password-reset\/|\/registration\/verify\/|\/invite\/|\/invitation\/(?:accept|reject|info)\/)[^/]+/i;

/** A path as it may stand in a log: without the code of a link, and without the query. */
export function loggablePath(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : (url.split('?')[0] ?? '');
  return path.replace(CODE_IN_PATH, '$1…');
}

/** A text as it may stand in a log or in the queue: without e-mail addresses, which SMTP servers like to quote. */
export function withoutAddresses(text: string): string {
  // Word by word: one expression with the @ inside would take time by the square of a long word.
  return text.replace(/[^\s<>"'`:;,()=]+/g, (word) => (/.@./.test(word) ? '…@…' : word));
}
