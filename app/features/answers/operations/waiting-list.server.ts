import type { Database } from '#db/connection';
import { eventInScope } from '~/features/events/queries.server';
import { eventId } from '~/features/events/schema';
import { named } from '~/features/events/wording';
import { named as memberNamed } from '~/features/members/wording';
import { operation } from '~/kernel/operation.server';
import { readInPieces } from '~/kernel/pieces.server';
import { conflict, notFound } from '~/kernel/problem';
import { sqlState } from '~/kernel/transaction.server';
import { membersWho } from '../lists.server';
import { type Answered, type Answering, holdPlace, putAnswer, refusalOf } from '../place.server';
import * as policy from '../policy';
import {
  eventAndMember,
  eventNow,
  lockPlace,
  moveMemberUp,
  type OtherMember,
  removeFromWaitingList,
} from '../queries.server';
import * as schema from '../schema';

/** The waiting list of an event (K5 to K8). */

export const listWaiting = operation({
  summary: 'List who waits for a place, in their order',
  input: schema.waitingPage,
  subject: eventInScope,
  may: policy.lead,
  read: ({ db, input: { cursor, limit }, subject: { event, scope } }) =>
    readInPieces(db, membersWho('waiting', db, scope, event), schema.byTurn, {
      after: cursor,
      limit,
    }),
});

export const leaveWaitingList = operation({
  summary: 'Leave the waiting list of an event',
  description:
    'At any time, past every deadline. Nothing changes for a member who is not on it; 409: they have moved up and hold a place.',
  input: eventId,
  subject: async (context, input) => {
    const found = await eventInScope(context, input);
    return found && { ...found, other: null };
  },
  may: policy.answer,
  run: leave,
  audit: ({ output }) => leftAuditOf(output),
});

/** Takes the actor's member off the waiting list. @throws Problem 409 if they have moved up */
export async function leave(work: Answering): Promise<Answered> {
  const { event, scope } = work.subject;
  const none = { event, ownAnswer: null, other: null, changed: false };
  if (scope.member === null) return none;
  const place = await holdPlace(work);
  const ownAnswer = place.own?.answer ?? null;
  if (ownAnswer === 'yes') throw conflict('Sie sind inzwischen nachgerückt und haben einen Platz.');
  if (ownAnswer !== 'waiting') return { ...none, event: place.event, ownAnswer };
  return putAnswer(work, place, null);
}

export const leftAuditOf = ({ event, changed }: Answered): string | null =>
  changed ? `Von der Warteliste der ${named(event)} genommen` : null;

export const readWaitingMember = operation({
  summary: 'Read an event and a member who waits for a place',
  input: schema.otherMember,
  subject: eventAndMember,
  may: policy.lead,
  read: ({ subject: { event, member } }) => ({ event, member }),
});

export const moveUp = operation({
  summary: 'Give a member on the waiting list a place out of turn',
  description: 'They are told. 409: there is no room for them, or they do not wait any more.',
  input: schema.otherMember,
  subject: eventAndMember,
  may: policy.lead,
  async run({ db, subject }) {
    const place = await holdWaiting(db, subject);
    try {
      await moveMemberUp(db, place);
    } catch (error) {
      if (sqlState(error) === 'VH001') throw conflict('Es ist kein Platz frei.');
      throw refusalOf(error) ?? error;
    }
    return { event: await eventNow(db, place.event), member: subject.member };
  },
  audit: ({ subject: { event, member } }) =>
    `${memberNamed(member)} auf der Warteliste der ${named(event)} vorgezogen`,
});

export const removeWaiting = operation({
  summary: 'Take a member off the waiting list of an event',
  description: 'They are told. 409: they do not wait any more.',
  input: schema.otherMember,
  subject: eventAndMember,
  may: policy.lead,
  async run({ db, actor, subject }) {
    const place = await holdWaiting(db, subject);
    await removeFromWaitingList(db, actor, place);
    return { event: await eventNow(db, place.event), member: subject.member };
  },
  audit: ({ subject: { event, member } }) =>
    `${memberNamed(member)} von der Warteliste der ${named(event)} entfernt`,
});

/** Locks a waiting member's place. @throws Problem 404 if one is gone, 409 if they do not wait */
async function holdWaiting(
  db: Database,
  { event, member }: { event: { uuid: string }; member: OtherMember },
) {
  const place = await lockPlace(db, { event, member: member.uuid, linkedTo: null });
  if (typeof place === 'string') throw notFound();
  if (place.own?.answer !== 'waiting')
    throw conflict('Dieses Mitglied steht nicht mehr auf der Warteliste.');
  return place;
}
