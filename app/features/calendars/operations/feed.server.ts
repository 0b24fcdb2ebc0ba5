import { createHash } from 'node:crypto';
import { publicOperation } from '~/kernel/operation.server';
import { notFound, tooMany } from '~/kernel/problem';
import { hashesOf } from '~/kernel/secret.server';
import { calendarFile, RENDERING } from '../calendar.server';
import { calledFeed, feedContent } from '../queries.server';
import { feedCall } from '../schema';
import { calendarName } from '../wording';

/** How often programs should ask, in seconds; many ignore it. */
const REFRESH_SECONDS = 6 * 60 * 60;

export const readFeed = publicOperation({
  summary: 'Read the calendar of a feed',
  description:
    'Takes the token in its address, and shows what its user may currently see. 429 after 60 calls in an hour.',
  input: feedCall,
  async read({ db, input: { token, known }, services: { config } }) {
    // Hashes any token, so that every answer takes as long.
    const hashes = hashesOf(token);
    const called = await calledFeed(db, hashes, known.length > 0);
    if (!called) throw notFound();
    if (!called.allowed) throw tooMany(called.wait);
    const tagOf = (state: string) => tagFrom([RENDERING, config.origin, state]);
    if (called.state !== null) {
      const tag = tagOf(called.state);
      if (known.includes(tag) || known.includes('*')) return { tag, calendar: null };
    }
    // With its own state, as something may have changed in between.
    const content = await feedContent(db, hashes);
    if (!content) throw notFound();
    const name = calendarName(content.club, content.scope);
    const calendar = await calendarFile(config, content.events, { name, refresh: REFRESH_SECONDS });
    return { tag: tagOf(content.state), calendar };
  },
});

/** An entity tag, in its quotation marks. */
function tagFrom(parts: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  return `"${hash.slice(0, 27)}"`;
}
