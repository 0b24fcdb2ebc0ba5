import { isOver } from '~/features/events/queries.server';
import { nameOf } from '~/features/members/wording';
import { notMineInWords } from '~/features/series/wording';
import { whenOf } from '~/times';
import { placesOf } from './event-rows.server';
import type { readEventByLink } from './operations/by-link.server';
import { ownAnswerView } from './own-answer.server';

type Read = Awaited<ReturnType<typeof readEventByLink.perform>>['output'];

/** Only what the screen of a mail's link shows: anybody who gets the mail may see it. */
export function answerByLinkOf({ event, own, optedOut, endsOn, club, member }: Read) {
  return {
    uuid: event.uuid,
    name: event.name,
    date: event.date,
    when: whenOf(event),
    places: placesOf(event),
    cancelled: event.cancelledAt ? { reason: event.cancelReason } : null,
    club,
    member: nameOf(member),
    series: event.series
      ? { optedOut, says: notMineInWords({ optedOut, asks: true, endsOn }) }
      : null,
    own: ownAnswerView({
      event,
      own,
      linked: true,
      late: false,
      past: isOver(event),
    }),
  };
}
