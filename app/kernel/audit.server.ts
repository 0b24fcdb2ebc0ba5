import type { Database } from '#db/connection';

/** One thing that was done. */
export interface Entry {
  readonly organization: string | null;
  /** Who did it, or whom it concerned where nobody was logged in. */
  readonly actor: string | null;
  /** For programs. */
  readonly operation: string;
  /** For people: German, one sentence. */
  readonly action: string;
  readonly requestId: string;
}

/**
 * Writes it down. @param db the transaction of the very thing, so that neither is there without the
 * other
 */
export async function record(
  db: Database,
  { organization, actor, operation, action, requestId }: Entry,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      organization_uuid: organization,
      actor_uuid: actor,
      operation,
      action,
      request_id: requestId,
    })
    .execute();
}
