import type { TestApp } from './app';
import { rowsOf } from './rows';

/** The entries of an organisation's log, in order. */
export async function loggedActions(
  { db }: Pick<TestApp, 'db'>,
  { uuid }: { uuid: string },
): Promise<string[]> {
  const rows = await rowsOf(db, 'audit_log', { organization_uuid: uuid }, ['action'], ['id']);
  return rows.map(({ action }) => action);
}

/** The log entries of a user outside of organisations, in order. */
export async function loggedActionsOf(
  { db }: Pick<TestApp, 'db'>,
  { uuid }: { uuid: string },
): Promise<string[]> {
  const rows = await rowsOf(
    db,
    'audit_log',
    { actor_uuid: uuid, organization_uuid: null },
    ['action'],
    ['id'],
  );
  return rows.map(({ action }) => action);
}
