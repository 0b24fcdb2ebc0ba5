import { sql } from 'kysely';
import { isBlocked } from '~/mail/failures.server';

/** A user as a club may write to them. */
interface Reached {
  readonly uuid: string;
  readonly organization_uuid: string;
  readonly joined_at: Date;
  readonly digest_rhythm: string | null;
  readonly email: string;
  readonly first_name: string;
  readonly links_epoch: number;
  /** Whether mail servers refuse the address (N13): only what was requested is still sent. */
  readonly blocked: boolean;
}

/** Users whom mails of a club reach, to be joined: they belong to it, and have a confirmed address (N3). */
export const reachedUsers = sql<Reached>`(
  select u.uuid, ou.organization_uuid, ou.joined_at, ou.digest_rhythm, u.email, u.first_name,
    u.links_epoch, ${isBlocked(sql.ref('u.email'))} as blocked
  from users u join organization_users ou on ou.user_uuid = u.uuid
  where u.activated
)`;
