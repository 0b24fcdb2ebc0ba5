import { daysFrom } from '~/dates';
import { lookAtOpen } from '~/features/answers/queries/reminding.server';
import { editAll } from '~/features/events/policy';
import { whose } from '~/features/events/schema';
import { scopeInOrganization, todayAt } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import { inScope, operation } from '~/kernel/operation.server';
import { notFound } from '~/kernel/problem';
import { aroundEvents, comingEvents, type LeadDate } from './queries.server';

/** How long polls of past events still wait for answers: 'Wie war es?'. */
const DAYS_AFTER = 14;

export const readBoard = operation({
  summary: 'Read the notice board of an organisation',
  input: organizationId.extend({ whose }),
  subject: scopeInOrganization,
  may: inScope,
  async read({ db, actor, input, subject: { scope } }) {
    const day = await todayAt(db, scope);
    const since = daysFrom(day, -DAYS_AFTER);
    // Without a member nothing is theirs.
    const chosen = scope.member === null ? 'all' : input.whose;
    const [events, [around]] = await Promise.all([
      comingEvents(db, { ...scope, day, mine: chosen === 'mine' }),
      aroundEvents(db, {
        ...scope,
        user: actor.uuid,
        day,
        since,
        editsAll: editAll({ scope }),
      }),
    ]);
    // The organisation was deleted meanwhile.
    if (!around) throw notFound();
    const { organization, polls, tidings, letters, anyGroups, ...rest } = around;
    const { leading: dates, ...progress } = rest;
    // Where there are too many to count, a reminder reaches somebody.
    const look = ({ uuid, isOpen, open }: LeadDate) =>
      isOpen && open ? lookAtOpen(db, { uuid, organization: scope.organization }, actor) : null;
    const leading = await Promise.all(
      dates.map(async (date) => ({ ...date, reach: await look(date) })),
    );
    const { firstName } = actor;
    const whose = anyGroups && scope.member !== null ? chosen : null;
    const news = { tidings, letters };
    return { organization, scope, firstName, day, whose, events, polls, news, leading, progress };
  },
});
