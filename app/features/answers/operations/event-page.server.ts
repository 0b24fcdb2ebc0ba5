import * as events from '~/features/events/policy';
import { eventInScope } from '~/features/events/queries.server';
import { eventId } from '~/features/events/schema';
import { toldApart } from '~/features/members/rules/namesakes.server';
import { inScope, operation } from '~/kernel/operation.server';
import { aroundEvent } from '../around-event.server';
import { ownAnswer } from '../queries.server';

export const readEventPage = operation({
  summary: 'Read an event with the own answer, who comes and its polls, for its page',
  input: eventId,
  subject: eventInScope,
  may: inScope,
  async read({ db, actor, subject: { event, scope } }) {
    const leads = events.edit({ scope, event }) && event.takesAnswers;
    const [own, around] = await Promise.all([
      ownAnswer(db, scope, event),
      aroundEvent(db, scope, event, { counts: leads }),
    ]);
    const coming = around.coming && (await toldApart({ db, actor }, around.coming));
    return { event, scope, own, ...around, coming };
  },
});
