import type { TestApp } from './app';
import { valuesOf } from './rows';

/** The entries of an organisation's log, in order. */
export function loggedActions(
  { db }: Pick<TestApp, 'db'>,
  { uuid }: { uuid: string },
): Promise<string[]> {
  return valuesOf(db, 'audit_log', { organization_uuid: uuid }, 'action', ['id']);
}

/** The log entries of a user outside of organisations, in order. */
export function loggedActionsOf(
  { db }: Pick<TestApp, 'db'>,
  { uuid }: { uuid: string },
): Promise<string[]> {
  const outside = { actor_uuid: uuid, organization_uuid: null };
  return valuesOf(db, 'audit_log', outside, 'action', ['id']);
}
