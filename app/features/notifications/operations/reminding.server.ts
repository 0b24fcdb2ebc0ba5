import * as policy from '~/features/answers/policy';
import { lookAtOpen, remindOpen } from '~/features/answers/queries/reminding.server';
import { obstacleToReminding } from '~/features/answers/rules/reminding.server';
import { REMINDED_TODAY } from '~/features/answers/wording';
import { eventInScope, lockEvent } from '~/features/events/queries.server';
import { requireLed } from '~/features/events/rules/leading.server';
import { eventId } from '~/features/events/schema';
import { named } from '~/features/events/wording';
import { quietUntil } from '~/features/outbox/queries/ways.server';
import { operation } from '~/kernel/operation.server';
import { conflict } from '~/kernel/problem';
import { counted } from '~/numbers';

/** Reminding those who have not answered an event (N6). */

export const readReminder = operation({
  summary: 'Read how many a reminder of an event would reach',
  input: eventId,
  subject: eventInScope,
  may: policy.lead,
  async read({ db, actor, subject: { event } }) {
    const { remindedToday, ...counts } = await lookAtOpen(db, event, actor);
    const obstacle = obstacleToReminding(event);
    return { event, counts, obstacle: obstacle ?? (remindedToday ? REMINDED_TODAY : null) };
  },
});

export const remind = operation({
  summary: 'Remind all who have not answered an event',
  description:
    "Once a day, by the organisation's clock. Says how many get a mail, now or with others, and how many do not, as " +
    'they have no account or want no reminders. 409: it was done today, or the event is cancelled, has begun or takes ' +
    'no answers any more. If it would reach nobody, nothing happens.',
  input: eventId,
  once: true,
  subject: eventInScope,
  may: policy.lead,
  async run({ db, actor, services, subject }) {
    // Of two at once, the second sees the first.
    const event = await lockEvent(db, subject.event);
    requireLed(subject.scope, [event]);
    const obstacle = obstacleToReminding(event);
    if (obstacle) throw conflict(obstacle);
    const { reached, unreached, remindedToday } = await lookAtOpen(db, event, actor);
    if (remindedToday) throw conflict(REMINDED_TODAY);
    const { told } = reached > 0 ? await remindOpen(db, actor, event) : { told: 0 };
    const { uuid, organization, name } = event;
    const about = { organization, event: uuid };
    const quiet = await quietUntil(db, services.config, 'answer_missing', about);
    return { name, reminded: told, unreached, quiet };
  },
  audit: ({ subject: { event }, output: { reminded } }) =>
    reminded > 0
      ? `An die Antwort zur ${named(event)} erinnert: ${counted(reminded, 'Person', 'Personen')}`
      : null,
});
