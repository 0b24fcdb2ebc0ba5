import type { Database } from '#db/connection';
import { dateToText } from '~/dates';
import { administer } from '~/features/organizations/policy';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import { operation } from '~/kernel/operation.server';
import { conflict } from '~/kernel/problem';
import { factorRule, lockRule, switchOff, switchOn } from '../factor-rule.server';
import { factorRuleChange } from '../schema';

/** Whether a club's admins need a second factor (T6). */

async function currentRule(db: Database, organization: string) {
  const rule = await factorRule(db, organization);
  return { ...rule, from: rule.from?.toISOString() ?? null };
}

export const readFactorRule = operation({
  summary: 'Read whether the admins of an organisation need a second factor',
  description: 'From when, and which of them have none yet: the first 50 by name.',
  input: organizationId,
  subject: scopeInOrganization,
  may: administer,
  read: async ({ db, actor, subject }) => ({
    ...(await currentRule(db, subject.scope.organization)),
    hasFactor: actor.hasFactor,
  }),
});

const OWN_FIRST =
  'Richten Sie zuerst selbst einen Handy-Code ein: So gibt es immer jemanden, der verwalten kann.';

export const changeFactorRule = operation({
  summary: 'Demand a second factor of the admins of an organisation, or no longer',
  description:
    'To switch it on, one needs a second factor oneself. It holds 14 days later: from then on the permissions ' +
    'of admins without one rest, unless there is no other admin who has one. Switching on what is on ' +
    'changes nothing.',
  input: factorRuleChange,
  subject: scopeInOrganization,
  may: administer,
  confirms: 'rule',
  async run({ db, actor, input: { state }, subject: { scope } }) {
    const { organization } = scope;
    const before = await lockRule(db, organization);
    const changed = before.isOn !== (state === 'on');
    if (changed && state === 'off') await switchOff(db, organization);
    if (changed && state === 'on') {
      if (!actor.hasFactor) throw conflict(OWN_FIRST);
      await switchOn(db, organization);
    }
    return { ...(await currentRule(db, organization)), changed };
  },
  audit: ({ input: { state }, output: { changed, on } }) => {
    if (!changed) return null;
    return state === 'on'
      ? `Handy-Code für die Verwaltung verlangt, ab ${dateToText(on ?? '')}`
      : 'Handy-Code für die Verwaltung nicht mehr verlangt';
  },
});
