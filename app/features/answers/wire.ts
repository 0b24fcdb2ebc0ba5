import { z } from 'zod';
import { only } from '~/doors/wire';
import { ANSWERS } from '~/features/events/rules/answering';
import { event, eventToWire } from '~/features/events/wire';
import type { ListedAnswer } from './lists.server';
import type { Answered } from './place.server';
import { MAX_PLACES } from './schema';

/** Answers in the API. */

const answerGiven = z.enum(ANSWERS).meta({ id: 'GivenAnswer' });
const given = {
  places: z.int().min(1).max(MAX_PLACES),
  note: z.string(),
};

/** The event as it now is, with what the member has answered. */
export const answeredEvent = event
  .extend({ ownAnswer: answerGiven.nullable() })
  .meta({ id: 'AnsweredEvent' });

export const answeredToWire = ({ event, ownAnswer }: Answered) => ({
  ...eventToWire(event),
  ownAnswer,
});

export const ownAnswers = z.array(
  z.object({ event: z.guid(), answer: answerGiven, ...given }).meta({ id: 'OwnAnswer' }),
);

/** A member who has answered, or has not; places and note are then the defaults. */
const listedAnswer = z
  .object({
    memberUuid: z.guid(),
    firstName: z.string(),
    lastName: z.string(),
    ...given,
    actedBy: z.string().nullable(),
    reachable: z.boolean(),
    promotedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Answer' });

export const listedAnswers = z.array(listedAnswer);

export const answerToWire = ({ uuid, promotedAt, ...answer }: ListedAnswer) =>
  only(listedAnswer)({
    ...answer,
    memberUuid: uuid,
    promotedAt: promotedAt?.toISOString() ?? null,
  });

/** Without the answer, if the caller knows it. */
export const changedEventToWire = ({ event }: Pick<Answered, 'event'>) => eventToWire(event);
