import { sql } from 'kysely';
import { type Secret, secretsOf } from '~/config.server';
import { linkToken, openLinkToken } from '~/kernel/link-token.server';

/** The content of links in mails that answer an event. */

/** Whose answer to which event a link gives (N7). */
export interface AnswerLink {
  readonly event: string;
  readonly member: string;
  readonly user: string;
  /** The user's `links_epoch` when the mail was written: a later one ends the link. */
  readonly epoch: number;
  /** When the user had joined the club (joinedAt): a user who left and came back has joined again. */
  readonly joined: string;
}

/** When a user joined a club, in microseconds since 1970. @param membership a row's name */
export const joinedAt = (membership: string) =>
  sql<string>`(extract(epoch from ${sql.ref(`${membership}.joined_at`)}) * 1000000)::bigint::text`;

export function answerToken(
  { event, member, user, epoch, joined }: AnswerLink,
  secret: string,
): string {
  return linkToken('answer', { ids: [event, member, user], rest: `${epoch}.${joined}` }, secret);
}

/** Null if it is no such link. */
export function openAnswerToken(token: string, config: Secret): AnswerLink | null {
  const opened = openLinkToken('answer', token, 3, secretsOf(config));
  const [event, member, user] = opened?.ids ?? [];
  const [, epoch, joined] = /^(\d{1,9})\.(\d{1,18})$/.exec(opened?.rest ?? '') ?? [];
  if (!event || !member || !user || !epoch || !joined) return null;
  return { event, member, user, epoch: Number(epoch), joined };
}
