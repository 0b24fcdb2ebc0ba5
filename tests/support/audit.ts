import type { TestApp } from './app';
import { rowsOf } from './rows';

/** What the log of an organisation says was done, in order. */
export async function loggedActions(
  { db }: Pick<TestApp, 'db'>,
  { uuid }: { uuid: string },
): Promise<string[]> {
  const rows = await rowsOf(db, 'audit_log', { organization_uuid: uuid }, ['action'], ['id']);
  return rows.map(({ action }) => action);
}

/** What the log says that a user did outside of organisations, in order. */
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
