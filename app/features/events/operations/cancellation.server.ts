import { type Expression, type SqlBool, sql } from 'kysely';
import type { Database } from '#db/connection';
import { answerers, countReached, notify } from '~/features/outbox/queries.server';
import type { Actor } from '~/kernel/actor';
import { operation } from '~/kernel/operation.server';
import { conflict, notFound } from '~/kernel/problem';
import * as policy from '../policy';
import { type ClubEvent, eventColumns, eventInScope } from '../queries.server';
import { cancellation, eventId } from '../schema';
import { EVENT_CANCELLED, EVENT_NOT_CANCELLED, named } from '../wording';

export const readEventForCancellation = operation({
  summary: 'Read an event in order to cancel or restore it, and how many would be told by mail',
  input: eventId,
  subject: eventInScope,
  may: policy.edit,
  async read({ db, actor, subject: { event } }) {
    const told = await countReached(db, event, answerers(db, event, { but: actor }));
    const { name, date, cancelledAt, over } = event;
    return { name, date, isCancelled: cancelledAt !== null, over, told };
  },
});

export const cancelEvent = operation({
  summary: 'Cancel an event',
  description:
    'It stays, with all answers, but takes no new ones; who comes and who waits is told by mail. 409: it is cancelled.',
  input: cancellation,
  once: true,
  subject: eventInScope,
  may: policy.edit,
  async run({ db, actor, input, subject }) {
    const event = await changed(db, subject.event, {
      set: { cancelled_at: sql<Date>`now()`, cancel_reason: input.reason },
      where: sql`cancelled_at is null`,
      otherwise: EVENT_CANCELLED,
    });
    return { event, count: await tell(db, actor, event, 'event_cancelled') };
  },
  audit: ({ subject }) => `${named(subject.event)} fällt aus`,
});

export const restoreEvent = operation({
  summary: 'Take back the cancellation of an event',
  description:
    'All answers hold again; who was told of the cancellation is told by mail. 409: it is not cancelled.',
  input: eventId,
  once: true,
  subject: eventInScope,
  may: policy.edit,
  async run({ db, actor, subject }) {
    const event = await changed(db, subject.event, {
      set: { cancelled_at: null, cancel_reason: '' },
      where: sql`cancelled_at is not null`,
      otherwise: EVENT_NOT_CANCELLED,
    });
    return { event, count: await tell(db, actor, event, 'event_restored') };
  },
  audit: ({ subject }) => `${named(subject.event)} findet doch statt`,
});

/** @throws Problem 409 if it is in this state already, 404 if it is gone */
async function changed(
  db: Database,
  { uuid }: ClubEvent,
  to: {
    set: { cancelled_at: Expression<Date> | null; cancel_reason: string };
    where: Expression<SqlBool>;
    otherwise: string;
  },
): Promise<ClubEvent> {
  const { numUpdatedRows } = await db
    .updateTable('events')
    .set(to.set)
    .where('uuid', '=', uuid)
    .where(to.where)
    .executeTakeFirstOrThrow();
  // Anew, since restoring an event may let somebody move up (K2).
  const event = await db
    .selectFrom('events')
    .select(eventColumns)
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (!event) throw notFound();
  if (numUpdatedRows === 0n) throw conflict(to.otherwise);
  return event;
}

/** Each cancellation and each restoration is a cause of its own. @returns how many get a mail */
function tell(
  db: Database,
  actor: Actor,
  event: ClubEvent,
  kind: 'event_cancelled' | 'event_restored',
) {
  const dedupe = `${kind}:${event.uuid}:${crypto.randomUUID()}`;
  return notify(db, { kind, event, dedupe }, answerers(db, event, { but: actor }));
}
