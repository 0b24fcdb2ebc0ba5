import { type RawBuilder, sql } from 'kysely';

/**
 * Whose data are read: all of a user's own, or what one club holds about one of its members and the
 * linked user.
 */
export type Whose =
  | { readonly user: string }
  | {
      readonly member: string;
      readonly organization: string;
      /** Null for a member without an account (S2). */
      readonly user: string | null;
    };

/** The rows of a table about members, in a query that has joined these as `m`. */
export const ofMember = (whose: Whose): RawBuilder<boolean> =>
  'member' in whose
    ? sql<boolean>`m.uuid = ${whose.member}`
    : sql<boolean>`m.user_uuid = ${whose.user}`;

/**
 * The rows of a table about users: of one member, those of their club only.
 * @param user the column of the user
 * @param organization the column of the club
 */
export function ofUser(whose: Whose, user: string, organization: string): RawBuilder<boolean> {
  const own = sql<boolean>`${sql.ref(user)} = ${whose.user}`;
  return 'member' in whose
    ? sql<boolean>`(${own} and ${sql.ref(organization)} = ${whose.organization})`
    : own;
}
