import { type Secret, secretsOf } from '~/config.server';
import { TOPICS, type Topic } from '~/features/outbox/schema';
import { linkToken, openLinkToken } from '~/kernel/link-token.server';

/** The content of the links in mails that unsubscribe. */

/** What a link ends: one topic, all announcements, or the whole digest. */
export type Ended = Topic | 'news' | 'digest';
const ENDED: readonly Ended[] = [...TOPICS, 'news', 'digest'];

/** Whose mails a link ends. */
export interface UnsubscribeLink {
  readonly user: string;
  readonly organization: string;
  readonly topic: Ended;
  /** The user's group whose news the mail contains: it can end just these (U9). */
  readonly groups?: readonly string[];
}

/** An address has a length. */
const MOST_GROUPS = 3;

export function unsubscribeToken(
  { user, organization, topic, groups = [] }: UnsubscribeLink,
  secret: string,
): string {
  const rest = [topic, ...groups.slice(0, MOST_GROUPS)].join('.');
  return linkToken('unsubscribe', { ids: [user, organization], rest }, secret);
}

/** Null if it is no such link. */
export function openUnsubscribeToken(token: string, config: Secret): UnsubscribeLink | null {
  const opened = openLinkToken('unsubscribe', token, 2, secretsOf(config));
  const [user, organization] = opened?.ids ?? [];
  const [named, ...groups] = opened?.rest.split('.') ?? [];
  const topic = ENDED.find((each) => each === named);
  return user && organization && topic ? { user, organization, topic, groups } : null;
}
