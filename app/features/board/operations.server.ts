import { daysFrom, today } from '~/dates.server';
import { read } from '~/features/organizations/policy';
import { organizationInScope } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import { operation } from '~/kernel/operation.server';
import { comingEvents, pollsProgressAndNews } from './queries.server';

/** Polls of events that are over still wait this long: 'Wie war es?'. */
const DAYS_AFTER = 14;

export const readBoard = operation({
  summary: 'Read the notice board of an organisation',
  input: organizationId,
  subject: organizationInScope,
  may: read,
  async read({ db, actor, subject: { scope, organization } }) {
    const day = today();
    const since = daysFrom(day, -DAYS_AFTER);
    const [events, { polls, tidings, letters, ...progress }] = await Promise.all([
      comingEvents(db, scope, day),
      pollsProgressAndNews(db, actor.uuid, scope, { day, since }),
    ]);
    return { organization, scope, day, events, polls, tidings, letters, progress };
  },
});
