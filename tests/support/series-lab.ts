import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeAll } from 'vitest';
import type { z } from 'zod';
import { readConfig } from '~/config.server';
import { actorByToken } from '~/kernel/actor.server';
import type { Operation } from '~/kernel/operation';
import { Problem } from '~/kernel/problem';
import { createLimits } from '~/server/limits';
import { createDatabase } from './database';
import { Factories, NO_PASSWORDS, NO_TABLES } from './factories';

export interface SeriesLab {
  db: Awaited<ReturnType<typeof createDatabase>>['db'];
  pool: Awaited<ReturnType<typeof createDatabase>>['pool'];
  make: Factories;
}

/**
 * A database for the operations on series, without HTTP.
 * @param patient without statement timeouts, for large data on a busy machine
 */
export function seriesLab({ patient = false } = {}): SeriesLab {
  const lab = {} as SeriesLab;
  beforeAll(async () => {
    const database = await createDatabase();
    const { db, pool } = patient ? database.patient : database;
    Object.assign(lab, { db, pool, make: new Factories(db, NO_PASSWORDS) });
  });
  return lab;
}

/** The result of an operation: its output, or why it was refused. */
export type Outcome<Output> =
  | { readonly output: Output; readonly problem?: undefined }
  | { readonly output?: undefined; readonly problem: Problem };

/** A club whose editor performs operations. */
export async function seriesClub({ db, pool, make }: SeriesLab) {
  const organization = await make.organization();
  const editor = await make.userOf(organization, ['EDIT_EVENTS']);
  const token = await make.session(editor, organization);
  const actor = await actorByToken(db, { token, kind: 'browser' }, '127.0.0.1');
  const services = {
    config: readConfig({}, { demo: true }),
    db,
    log: pino({ level: 'silent' }),
    passwords: NO_PASSWORDS,
    tables: NO_TABLES,
    limits: createLimits(pool, false),
  };
  const caller = {
    services,
    actor,
    ip: '127.0.0.1',
    userAgent: '',
    device: null,
    requestId: 'request',
  };
  return {
    organization,
    /** Performs an operation as a call does. */
    async perform<Input extends z.ZodObject, Output>(
      operation: Operation<Input, Output>,
      input: z.input<Input>,
      version?: number,
    ): Promise<Outcome<Output>> {
      try {
        const parsed = operation.input.parse(input);
        return (await operation.perform({ ...caller, version }, parsed)) as { output: Output };
      } catch (error) {
        if (error instanceof Problem) return { problem: error };
        throw error;
      }
    },
    /** The parts of its events that edits of series may change. */
    async events(): Promise<Map<string, StoredEvent>> {
      const { rows } = await sql<StoredEvent>`
        select e.uuid, e.date::text, e.series_uuid as series, e.series_date::text as "seriesDate",
          e.own_fields as own, e.version, e.name, e.place, e.description,
          e.start_time::text as "startTime", e.end_time::text as "endTime",
          e.max_participants as "maxParticipants", e.end_date - e.date as "endDate",
          (e.sign_up_until at time zone 'Europe/Berlin' - e.date)::text as "signUpUntil",
          e.sign_up_until::text as "signUpAt",
          e.cancelled_at is not null as cancelled,
          array(select member_uuid::text from answers where event_uuid = e.uuid
            union all select 'p' || member_uuid from participations where event_uuid = e.uuid
            union all select 'a' || a.member_uuid from polls p join poll_answers a on a.poll_uuid = p.uuid
              where p.event_uuid = e.uuid
            order by 1) as answers
        from events e where e.organization_uuid = ${organization.uuid}`.execute(db);
      return new Map(rows.map((row) => [row.uuid, row]));
    },
  };
}

export type SeriesClub = Awaited<ReturnType<typeof seriesClub>>;

/** Relative to its day. */
export interface StoredEvent {
  readonly uuid: string;
  readonly date: string;
  readonly series: string | null;
  readonly seriesDate: string | null;
  readonly own: readonly string[];
  readonly version: number;
  readonly name: string;
  readonly place: string;
  readonly description: string;
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly maxParticipants: number;
  readonly endDate: number | null;
  readonly signUpUntil: string | null;
  /** The moment itself. */
  readonly signUpAt: string | null;
  readonly cancelled: boolean;
  /** Members who answered, took part or answered a poll. */
  readonly answers: readonly string[];
}
