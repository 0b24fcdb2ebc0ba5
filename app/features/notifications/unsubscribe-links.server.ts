import { type Secret, secretsOf } from '~/config.server';
import { linkToken, openLinkToken } from '~/kernel/link-token.server';
import { TOPICS, type Topic } from './schema';

/** What the links in mails stand for that end mails. */

/** What a link ends: one topic, everything that is announced, or all that comes in the digest. */
export type Ended = Topic | 'news' | 'digest';
const ENDED: readonly Ended[] = [...TOPICS, 'news', 'digest'];

/** Whose mails a link ends. */
export interface UnsubscribeLink {
  readonly user: string;
  readonly organization: string;
  readonly topic: Ended;
}

export function unsubscribeToken(
  { user, organization, topic }: UnsubscribeLink,
  secret: string,
): string {
  return linkToken('unsubscribe', { ids: [user, organization], rest: topic }, secret);
}

/** Null for what is no such link. */
export function openUnsubscribeToken(token: string, config: Secret): UnsubscribeLink | null {
  const opened = openLinkToken('unsubscribe', token, 2, secretsOf(config));
  const [user, organization] = opened?.ids ?? [];
  const topic = ENDED.find((each) => each === opened?.rest);
  return user && organization && topic ? { user, organization, topic } : null;
}
