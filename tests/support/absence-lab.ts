import { sql } from 'kysely';
import type pg from 'pg';
import {
  declineDuring,
  insertAbsence,
  leaveOpen,
  lookAgain,
  withdrawAbsence,
} from '~/features/absences/queries.server';
import type { Services } from '~/kernel/services.server';
import { retryingConflicts, sqlState } from '~/kernel/transaction.server';
import { newClub } from './answer-lab';
import { REFUSALS } from './answer-sheet';
import { patientDatabase } from './database';

type Database = Services['db'];

/** A database for a test file, for clubs whose members are away, with this many connections. */
export function absenceLab(options?: { connections: number }) {
  const lab = patientDatabase(options);
  return Object.assign(lab, {
    club: async (members: number) => ({
      ...(await newClub(lab.pool, members)),
      absences: new AbsenceBook(lab.db),
    }),
  });
}

export type AbsenceClub = Awaited<ReturnType<ReturnType<typeof absenceLab>['club']>>;

interface Days {
  readonly from: string;
  readonly until: string;
}

/** Actions on absences, like the operations: retried if Postgres ends them. */
class AbsenceBook {
  constructor(private readonly db: Database) {}

  #locked<Result>(member: string, work: (trx: Database) => Promise<Result>) {
    return retryingConflicts(() =>
      this.db.transaction().execute(async (trx) => {
        const held = await trx
          .selectFrom('members')
          .select('organization_uuid')
          .where('uuid', '=', member)
          .forNoKeyUpdate()
          .executeTakeFirst();
        return held && work(trx);
      }),
    );
  }

  /** Without the queue's second look. @returns undefined if there is one, or no member */
  async enter(member: string, days: Days): Promise<string | undefined> {
    return this.#locked(member, async (trx) => {
      const { organization_uuid: organization } = await trx
        .selectFrom('members')
        .select('organization_uuid')
        .where('uuid', '=', member)
        .executeTakeFirstOrThrow();
      const uuid = await insertAbsence(trx, { organization, member, ...days });
      if (uuid) await declineDuring(trx, uuid);
      return uuid;
    });
  }

  lookAgain(absence: string): Promise<void> {
    return retryingConflicts(() => lookAgain(this.db, absence));
  }

  withdraw(member: string, absence: string) {
    return this.#locked(member, (trx) => withdrawAbsence(trx, absence));
  }

  /** Says yes or no to the event itself, or takes the answer back. @returns false if that is refused */
  async answer(member: string, event: string, answer: 'yes' | 'no' | null): Promise<boolean> {
    const place = { event_uuid: event, member_uuid: member };
    try {
      return await retryingConflicts(() =>
        this.db.transaction().execute(async (trx) => {
          const { rows } = await sql<{
            organization: string;
            date: string;
            endDate: string | null;
          }>`
            with held as (select uuid from members where uuid = ${member} for key share)
            select organization_uuid as organization, date, end_date as "endDate" from events
            where uuid = ${event} and (select count(*) from held) = 1 for no key update`.execute(
            trx,
          );
          const [row] = rows;
          if (!row) return false;
          await trx
            .deleteFrom('answers')
            .where((eb) => eb.and(place))
            .execute();
          if (answer !== null)
            await trx
              .insertInto('answers')
              .values({ ...place, organization_uuid: row.organization, answer })
              .execute();
          else await leaveOpen(trx, { event: { uuid: event, ...row }, member });
          return true;
        }),
      );
    } catch (error) {
      if (REFUSALS.includes(sqlState(error))) return false;
      throw error;
    }
  }
}

/**
 * What must never remain after the second look: a decline by an absence that does not cover the
 * event, and an event without an answer from an absent member.
 */
export async function brokenAbsences(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(`
    select format('%s is declined for an absence on other days', e.uuid) as what
      from answers d join absences a on a.uuid = d.absence_uuid join events e on e.uuid = d.event_uuid
      where a.member_uuid <> d.member_uuid
        or a.until_date < e.date or a.from_date > coalesce(e.end_date, e.date)
    union all
    select format('%s has no answer of %s', e.uuid, a.member_uuid)
      from absences a join events e on e.organization_uuid = a.organization_uuid
        and a.until_date >= e.date and a.from_date <= coalesce(e.end_date, e.date)
      where awaits_answers(e) and e.uuid <> all(a.left_open)
        and not exists (select from answers x where x.event_uuid = e.uuid and x.member_uuid = a.member_uuid)`);
  return rows.map(({ what }) => what);
}
