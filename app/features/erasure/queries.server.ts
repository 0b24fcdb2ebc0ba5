import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { countOf, memberByName, memberSubject } from '~/features/members/queries.server';
import type { Person, Scope } from '~/kernel/actor';
import type { Context } from '~/kernel/operation';

/** Members whose record is to be erased, and what is deleted with it (S3). */

type Counted = 'answers' | 'participations' | 'polls' | 'groups' | 'optOuts' | 'absences' | 'mails';

/** A member as a subject: why it is kept, and the day from which it is erased, once announced. */
export async function memberForErasure(context: Context, ids: { member: string }) {
  const found = await memberByName(context, ids)
    .leftJoin('users as u', 'u.uuid', 'm.user_uuid')
    .select([
      sql<string | null>`u.first_name || ' ' || u.last_name`.as('userName'),
      'm.retention_hold as hold',
      'm.erase_on as eraseOn',
      // Under which the log knows the member; some stay, as somebody else of the club has them, too.
      sql<
        Array<{ name: string; stays: boolean }>
      >`(select json_agg(of) from names_in_audit_log(m.uuid) of)`.as('names'),
      sql<Record<Counted, number>>`json_build_object(
        'answers', ${countOf('answers')}, 'participations', ${countOf('participations')},
        'polls', ${countOf('poll_answers')}, 'groups', ${countOf('group_members')},
        'optOuts', ${countOf('series_opt_outs')}, 'absences', ${countOf('absences')}, 'mails', ${countOf('notifications')})`.as(
        'counts',
      ),
    ])
    .executeTakeFirst();
  return memberSubject(context.actor, found);
}

/**
 * Erases a member who is linked to this user, or to none; the caller has locked the user and the
 * club.
 * @returns false if there is no such member (any more)
 */
export async function eraseMember(db: Database, member: string, user: string | null) {
  const held = await sql`
    select from members where uuid = ${member} and user_uuid is not distinct from ${user}
    for update`.execute(db);
  if (held.rows.length === 0) return false;
  const { rows } = await sql<{ erased: boolean }>`
    select erase_member(${member}) as erased`.execute(db);
  return rows[0]?.erased ?? false;
}

/** After how many months a club erases former members' records; null: never. */
export async function retentionOf(db: Database, { organization }: Pick<Scope, 'organization'>) {
  const found = await db
    .selectFrom('organizations')
    .select('retention_months as months')
    .where('uuid', '=', organization)
    .executeTakeFirst();
  return found?.months ?? null;
}

interface ErasedSoon extends Person {
  readonly uuid: string;
  readonly leftOn: string;
  readonly eraseOn: string;
}

/** Whose records a club will soon erase, the next first, as announced. */
export async function erasedSoon(
  db: Database,
  { organization }: Pick<Scope, 'organization'>,
  limit: number,
): Promise<ErasedSoon[]> {
  const { rows } = await sql<ErasedSoon>`
    select uuid, first_name as "firstName", last_name as "lastName", left_on as "leftOn",
      erase_on as "eraseOn"
    from members
    where organization_uuid = ${organization} and left_at is not null and erase_on is not null
    order by erase_on, last_name, first_name, uuid limit ${limit}`.execute(db);
  return rows;
}
