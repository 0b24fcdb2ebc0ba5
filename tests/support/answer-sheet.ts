import pg from 'pg';

/** The phase of an event: the waiting list moves up, everybody hears of free places, or nothing moves. */
export type Phase = 'early' | 'late' | 'past';

/** How long from now an event of each phase starts. */
const STARTS = { early: '3 days', late: '12 hours', past: '-12 hours' } as const;

/** Codes by which Postgres refuses an answer . */
export const REFUSALS = ['VH001', 'VH002', 'VH006', 'VH008', 'VH009', '23503'];

/**
 * All actions on answers, each with the statements of the operations, in their lock order: the
 * member, then the event. Each resolves to 'done' or to the SQLSTATE of a refusal.
 */
export class AnswerSheet {
  constructor(private readonly pool: pg.Pool) {}

  /** A transaction that holds the member and the event. */
  async #held(member: string, event: string, statements: readonly string[]): Promise<string> {
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from members where uuid = $1 for key share', [member]);
      await client.query('select from events where uuid = $1 for no key update', [event]);
      for (const statement of statements) await client.query(statement, [event, member]);
      await client.query('commit');
      return 'done';
    } catch (error) {
      await client.query('rollback');
      return refusal(error);
    } finally {
      client.release();
    }
  }

  async #alone(statement: string, values: readonly unknown[]): Promise<string> {
    try {
      await this.pool.query(statement, [...values]);
      return 'done';
    } catch (error) {
      return refusal(error);
    }
  }

  /** Says yes, replacing the previous answer; an existing place stays as it is. */
  signUp(member: string, event: string, places = 1) {
    return this.#say(member, event, { answer: 'yes', places });
  }

  join(member: string, event: string, places = 1) {
    return this.#say(member, event, { answer: 'waiting', places });
  }

  /** Says no, replacing the previous answer. */
  decline(member: string, event: string) {
    return this.#say(member, event, { answer: 'no', places: 1 });
  }

  #say(member: string, event: string, { answer, places }: { answer: string; places: number }) {
    return this.#held(member, event, [
      `insert into answers as own (event_uuid, member_uuid, organization_uuid, answer, places)
       select $1, $2, organization_uuid, '${answer}', ${places} from members where uuid = $2
       on conflict (event_uuid, member_uuid) do update set answer = excluded.answer,
         places = excluded.places, promoted_at = null, created_at = default, seq = default
       where own.answer <> excluded.answer`,
    ]);
  }

  /** Takes the answer back. */
  leave(member: string, event: string) {
    return this.#held(member, event, [
      'delete from answers where event_uuid = $1 and member_uuid = $2',
    ]);
  }

  changePlaces(member: string, event: string, places: number) {
    return this.#held(member, event, [
      `update answers set places = ${places}
       where event_uuid = $1 and member_uuid = $2 and answer <> 'no'`,
    ]);
  }

  /** Moves a member up out of turn (K8). */
  moveUp(member: string, event: string) {
    return this.#held(member, event, ['select move_up($1, array[$2::uuid])']);
  }

  /** Limits the event to this many places; opens it if null. */
  limit(event: string, places: number | null) {
    return this.#alone('update events set event_type = $2, max_participants = $3 where uuid = $1', [
      event,
      places === null ? 'OPEN_EVENT' : 'LIMITED_EVENT',
      places ?? 0,
    ]);
  }

  cancel(event: string, isCancelled: boolean) {
    return this.#alone(
      'update events set cancelled_at = case when $2 then now() end where uuid = $1',
      [event, isCancelled],
    );
  }

  move(event: string, phase: Phase) {
    return this.#alone(
      `update events set (date, start_time) = (
         select starts::date, starts::time(0) from (
           select (date_trunc('minute', now()) + $2::interval) at time zone time_zone as starts
           from organizations o where o.uuid = organization_uuid) s)
       where uuid = $1`,
      [event, STARTS[phase]],
    );
  }

  deleteEvent(event: string) {
    return this.#alone('delete from events where uuid = $1', [event]);
  }

  deleteMember(member: string) {
    return this.#alone('delete from members where uuid = $1', [member]);
  }

  /** Deletes the account linked to a member. */
  deleteUser(member: string) {
    return this.#alone(
      'delete from users where uuid = (select user_uuid from members where uuid = $1)',
      [member],
    );
  }

  async deleteOrganization(organization: string) {
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      await client.query('select lock_all_of_organization($1)', [organization]);
      await client.query('delete from organizations where uuid = $1', [organization]);
      await client.query('commit');
      return 'done';
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }

  /** Unlinks the member's user and links them again, as by an invitation. */
  async relink(member: string) {
    const { rows } = await this.pool.query('select user_uuid from members where uuid = $1', [
      member,
    ]);
    for (const user of [null, rows[0]?.user_uuid])
      await this.#alone('update members set user_uuid = $2 where uuid = $1', [member, user]);
    return 'done';
  }
}

/** @throws the error if it is not a refusal */
function refusal(error: unknown): string {
  if (error instanceof pg.DatabaseError && REFUSALS.includes(error.code ?? ''))
    return error.code ?? '';
  throw error;
}
