import { daysOfMonth, today } from '~/dates.server';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { operation } from '~/kernel/operation.server';
import { monthEntries } from '../month.server';
import * as policy from '../policy';
import { hasAny } from '../queries.server';
import * as schema from '../schema';

export const readMonth = operation({
  summary: 'Read the events of a month, a few of each day',
  input: schema.monthPage,
  subject: scopeInOrganization,
  may: policy.read,
  async read({ db, input, subject: { scope } }) {
    const day = today();
    const month = input.month ?? day.slice(0, 7);
    const entries = await monthEntries(db, scope, {
      ...daysOfMonth(month),
      series: input.series,
      whose: input.whose,
    });
    const { anySeries, anyGroups } = entries[0] ?? (await hasAny(db, scope));
    const mayAnswer = scope.member !== null;
    return {
      ...{ month, today: day, entries, mayAnswer },
      series: anySeries ? input.series : null,
      whose: anyGroups ? input.whose : null,
    };
  },
});
