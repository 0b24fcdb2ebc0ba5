import { sql } from 'kysely';

/** A user as a club may write to them. */
interface Reached {
  readonly uuid: string;
  readonly organization_uuid: string;
  readonly joined_at: Date;
  readonly digest_rhythm: string | null;
  readonly email: string;
  readonly first_name: string;
  readonly links_epoch: number;
}

/** Users whom mails of a club reach, to be joined: they belong to it, and have a confirmed address (N3). */
export const reachedUsers = sql<Reached>`(
  select u.uuid, ou.organization_uuid, ou.joined_at, ou.digest_rhythm, u.email, u.first_name,
    u.links_epoch
  from users u join organization_users ou on ou.user_uuid = u.uuid
  where u.activated
)`;
