/**
 * The tags in a request's If-None-Match, without the mark of weak ones, which makes no difference
 * to our answers (RFC 9110, 13.1.2); '*' stands for any.
 */
export function knownTags({ headers }: Pick<Request, 'headers'>): string[] {
  const known = headers.get('If-None-Match') ?? '';
  return known === '' ? [] : known.split(',').map((each) => each.trim().replace(/^W\//, ''));
}
