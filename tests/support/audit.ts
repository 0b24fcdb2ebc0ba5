import type { TestApp } from './app';

/** What the log of an organisation says was done, in order. */
export async function loggedActions(
  { db }: Pick<TestApp, 'db'>,
  { uuid }: { uuid: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select('action')
    .where('organization_uuid', '=', uuid)
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
}

/** What the log says that a user did outside of organisations, in order. */
export async function loggedActionsOf(
  { db }: Pick<TestApp, 'db'>,
  { uuid }: { uuid: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select('action')
    .where('actor_uuid', '=', uuid)
    .where('organization_uuid', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
}
