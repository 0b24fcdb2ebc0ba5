import { type Expression, type SqlBool, sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Powers } from '~/kernel/actor';
import { operation } from '~/kernel/operation.server';
import { conflict, notFound } from '~/kernel/problem';
import * as policy from '../policy';
import { notifyOfCancellation, notifyOfMissedMove } from '../queries/changes.server';
import { reachOfCancelled, reachOfDates } from '../queries/reach.server';
import { type ClubEvent, eventColumns, eventInScope } from '../queries.server';
import { requireLed } from '../rules/leading.server';
import { cancellation, eventId, writesToTell } from '../schema';
import { EVENT_CANCELLED, named } from '../wording';

export const readEventForCancellation = operation({
  summary: 'Read an event in order to cancel or restore it, and how many would be told by mail',
  input: eventId,
  subject: eventInScope,
  may: policy.edit,
  async read({ db, actor, subject: { event } }) {
    const { uuid, organization, cancelledAt } = event;
    const isCancelled = cancelledAt !== null;
    const about = { organization, kind: 'event_cancelled', but: actor } as const;
    const told = isCancelled
      ? await reachOfCancelled(db, event, actor)
      : await reachOfDates(db, about, [{ event: uuid, declined: false }]);
    return { event, isCancelled, told };
  },
});

export const cancelEvent = operation({
  summary: 'Cancel an event',
  description:
    'It stays, with all answers, but takes no new ones. Members who come or wait are told by mail, with `notifyOpen` ' +
    'also those who are asked and have not answered. 409: it is cancelled.',
  input: cancellation,
  once: true,
  counts: writesToTell,
  subject: eventInScope,
  may: policy.edit,
  async run({ db, actor, input, subject }) {
    const event = await changed(db, subject, {
      set: { cancelled_at: sql<Date>`now()`, cancel_reason: input.reason },
      where: sql`cancelled_at is null`,
      otherwise: EVENT_CANCELLED,
    });
    const { notifyOpen: open = false } = input;
    const telling = { but: actor, open };
    return { event, count: await notifyOfCancellation(db, 'event_cancelled', event, telling) };
  },
  audit: ({ subject }) => `${named(subject.event)} fällt aus`,
});

export const restoreEvent = operation({
  summary: 'Take back the cancellation of an event',
  description:
    'All answers hold again; those told of the cancellation are told by mail. 409: it is not cancelled.',
  input: eventId,
  once: true,
  // It notifies those who were told of the cancellation, which may be a whole club, too.
  counts: () => writesToTell({ notifyOpen: true }),
  subject: eventInScope,
  may: policy.edit,
  async run({ db, actor, subject }) {
    const event = await changed(db, subject, {
      set: { cancelled_at: null, cancel_reason: '' },
      where: sql`cancelled_at is not null`,
      otherwise: 'Diese Veranstaltung fällt nicht aus.',
    });
    const telling = { but: actor, open: true };
    const count = await notifyOfCancellation(db, 'event_restored', event, telling);
    await notifyOfMissedMove(db, subject.event, actor);
    return { event, count };
  },
  audit: ({ subject }) => `${named(subject.event)} findet doch statt`,
});

/** @throws Problem 409 if it is in this state already, 404 if it is gone, 403 if its groups changed */
async function changed(
  db: Database,
  { scope, event: { uuid } }: { readonly scope: Powers; readonly event: ClubEvent },
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
  // Read again, since restoring an event may let somebody move up (K2).
  const event = await db
    .selectFrom('events')
    .select(eventColumns)
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow(notFound);
  requireLed(scope, [event]);
  if (numUpdatedRows === 0n) throw conflict(to.otherwise);
  return event;
}
