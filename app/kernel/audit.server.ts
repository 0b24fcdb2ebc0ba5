import type { Database } from '#db/connection';

interface Entry {
  readonly organization: string | null;
  /** The user who acted, or the one concerned if nobody was logged in. */
  readonly actor: string | null;
  /** The operation's summary, for programs. */
  readonly operation: string;
  /** One German sentence, for people. */
  readonly action: string;
  readonly requestId: string;
}

/** Adds an entry to the audit log. @param db the transaction of what was done */
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
