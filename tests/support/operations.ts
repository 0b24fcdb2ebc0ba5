import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeAll, beforeEach } from 'vitest';
import { z } from 'zod';
import { readConfig } from '~/config.server';
import type { Actor } from '~/kernel/actor';
import type { Caller } from '~/kernel/operation';
import { operation } from '~/kernel/operation.server';
import { Problem } from '~/kernel/problem';
import type { Services } from '~/kernel/services.server';
import { createLimits } from '~/server/limits';
import { createDatabase } from './database';
import { NO_PASSWORDS, NO_TABLES } from './factories';
import { insertRows } from './rows';

export let services: Services;
export const logged: { level: number; msg: string; err?: { message: string } }[] = [];

/** Creates a database with a table for the operations of a test file to write to. */
export function operationTests(): void {
  beforeAll(async () => {
    const database = await createDatabase();
    const { firstName: first_name, lastName: last_name, uuid, email, session } = actor;
    const user = { uuid, first_name, last_name, email, activated: true, password_hash: '' };
    await insertRows(database.db, 'users', user);
    await insertRows(database.db, 'sessions', {
      uuid: session.uuid,
      user_uuid: uuid,
      token_hash: Buffer.from('token'),
      kind: 'browser',
      valid_until: sql`now() + interval '1 hour'`,
    });
    await sql`create table facts (name text primary key, number integer not null default 0)`.execute(
      database.db,
    );
    services = {
      config: readConfig({}, { demo: true }),
      db: database.db,
      log: pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line)) }),
      passwords: NO_PASSWORDS,
      tables: NO_TABLES,
      limits: createLimits(database.pool, false),
    };
  });

  beforeEach(async () => {
    logged.length = 0;
    await sql`truncate facts`.execute(services.db);
  });
}

export const actor: Actor = {
  uuid: '00000000-0000-4000-8000-000000000001',
  firstName: 'Anna',
  lastName: 'Nutzer',
  email: 'anna@verein.example',
  systemAdmin: false,
  session: {
    uuid: '00000000-0000-4000-8000-000000000002',
    kind: 'browser',
    validUntil: new Date(),
    proof: 'password',
  },
  hasFactor: false,
  organizations: [],
  visited: null,
  activeOrganization: null,
};
/** A caller with this actor, or nobody. */
export const caller = (who: Actor | null = actor): Caller => ({
  services,
  actor: who,
  ip: '127.0.0.1',
  userAgent: '',
  device: null,
  requestId: 'request',
});
export const named = z.strictObject({ name: z.string() });
export const nothing = z.strictObject({});

export const insert = (db: Services['db'], name: string) =>
  sql`insert into facts (name) values (${name})`.execute(db);
export const facts = async () =>
  (await sql<{ name: string }>`select name from facts order by name`.execute(services.db)).rows.map(
    ({ name }) => name,
  );

/** An operation that records which of its parts ran. */
export function recorded({ allowed = true, found = true } = {}) {
  const steps: string[] = [];
  const declared = operation({
    summary: 'Record the steps',
    input: named,
    prepare: async () => {
      steps.push('prepare');
    },
    subject: () => {
      steps.push('subject');
      return found ? { owner: 'x' } : null;
    },
    may: () => {
      steps.push('may');
      return allowed;
    },
    run: () => {
      steps.push('run');
    },
    audit: 'Getan',
  });
  return { declared, steps };
}

/** 200 if an operation succeeds, or the status of its problem. */
export const status = (promise: Promise<unknown>) =>
  promise.then(
    () => 200,
    (error) => (error instanceof Problem ? error.status : error),
  );
