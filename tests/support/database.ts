import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { beforeAll, inject } from 'vitest';
import { connect } from '#db/connection';
import { recreate, stepsOfThisBuild } from '#db/migrate';
import { TEMPLATES } from './global-setup';
import { afterwards } from './leftovers';

/** Creates a migrated database, or an empty one, until the end of the test file. */
export async function createDatabase({ max = 20, empty = false } = {}) {
  const server = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = process.env.EVENTS === 'detailed' ? TEMPLATES.detailed : TEMPLATES.plain;
  const source = empty ? 'template0' : template;
  // Copied as files, as copying through the log costs Postgres ten times as much.
  await statement(server, `create database ${name} template ${source} strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const nearby = new URL(url);
  nearby.searchParams.set('host', inject('socket'));
  const { db, pool } = connect(nearby.href, { max });
  const patient = connect(nearby.href, { max: 2, limits: 'none' });
  afterwards(async () => {
    // Not destroy() of Kysely, which leaves a pool open that only had queries of its own.
    for (const each of [pool, patient.pool]) if (!each.ended) await each.end();
    // Postgres waits some seconds for connections that are closing; one that it ended would say so
    // to nobody in particular, and fail the run.
    await statement(server, `drop database ${name}`).catch(() =>
      statement(server, `drop database ${name} with (force)`),
    );
  });
  // The address is for processes: over TCP, as an operator would write it.
  return { url: url.href, db, pool, patient };
}

/**
 * A database for a test file, with this many connections, whose statements may take any time, since
 * the machine may be busy. It is there from `beforeAll` on.
 */
export function patientDatabase({ connections = 20 } = {}) {
  const made = {} as Pick<ReturnType<typeof connect>, 'db' | 'pool'>;
  beforeAll(async () => {
    const { url } = await createDatabase();
    const { db, pool } = connect(url, { max: connections, limits: 'none' });
    afterwards(() => pool.end());
    Object.assign(made, { db, pool });
  });
  return made;
}

/** Leaves a database without rows, as the step before this build's last makes it. */
export async function undoLastStep(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  await recreate(client, stepsOfThisBuild().at(-2) ?? '');
  client.release();
}

async function statement(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
