import { daysOfMonth } from '~/dates.server';
import { scopeInOrganization, todayAt } from '~/features/organizations/queries.server';
import { inScope, operation } from '~/kernel/operation.server';
import { monthEntries } from '../month.server';
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
    const entries = await monthEntries(db, scope, {
      ...daysOfMonth(month),
      whose: input.whose,
    });
    const anyGroups = entries[0]?.anyGroups ?? (await hasGroups(db, scope));
    const chosen = [input.day, today].find((each) => each?.startsWith(month)) ?? entries[0]?.day;
    return {
      month,
      chosen,
      today,
      entries,
      whose: anyGroups ? input.whose : null,
    };
  },
});
