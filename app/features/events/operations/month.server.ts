import { scopeInOrganization, todayAt } from '~/features/organizations/queries.server';
import { inScope, operation } from '~/kernel/operation.server';
import { monthEntries } from '../month.server';
import { weeksOf } from '../month-view';
import { hasGroups } from '../queries.server';
import * as schema from '../schema';

export const readMonth = operation({
  summary: 'Read the events of a month, a few of each day',
  input: schema.monthPage,
  subject: scopeInOrganization,
  may: inScope,
  async read({ db, input, subject: { scope } }) {
    const today = await todayAt(db, scope);
    const month = input.month ?? today.slice(0, 7);
    const days = weeksOf(month).flat();
    const entries = await monthEntries(db, scope, { month, days, whose: input.whose });
    const anyGroups = entries[0]?.anyGroups ?? (await hasGroups(db, scope));
    const isPresent = today.startsWith(month);
    const asked = days.find((day) => day === input.day);
    const next = entries.find(({ day }) => (isPresent ? day >= today : day.startsWith(month)))?.day;
    const chosen = asked ?? next ?? (isPresent ? today : undefined);
    return {
      month,
      chosen,
      isNext: isPresent && !asked && chosen !== today,
      today,
      entries,
      whose: anyGroups ? input.whose : null,
    };
  },
});
