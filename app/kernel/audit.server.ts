import { compiledOnce } from '#db/compiled';

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

/** Adds an entry to the audit log, in the transaction of the action. */
export const record = compiledOnce<Entry, unknown>((db, value) =>
  db
    .insertInto('audit_log')
    .values({
      organization_uuid: value('organization'),
      actor_uuid: value('actor'),
      operation: value('operation'),
      action: value('action'),
      request_id: value('requestId'),
    })
    .compile(),
);
