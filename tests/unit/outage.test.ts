import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { outage } from '~/kernel/outage.server';

it('a Postgres whose Unix socket is gone is an outage, and a file that is gone is a fault (B7)', async () => {
  const gone = new pg.Client({ host: '/nirgendwo' }).connect();
  const error = await gone.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'ENOENT' });
  expect(outage(error)).toMatchObject({ status: 503, headers: { 'Retry-After': '5' } });
  const missing = await readFile('/nirgendwo').catch((reason: unknown) => reason);
  expect(missing).toMatchObject({ code: 'ENOENT' });
  expect(outage(missing)).toBeNull();
});
