import { dateToText } from '~/dates';
import { found } from '~/features/organizations/policy';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import { SWITCHED } from '~/features/organizations/wording';
import { activeAffiliation, type Powers } from '~/kernel/actor';
import { selectActive } from '~/kernel/actor.server';
import { nothing } from '~/kernel/fields';
import { loggedIn, operation } from '~/kernel/operation.server';
import { dayAt } from '~/times';
import { factorBanner } from './wording';

/** Clubs in the selector, which is part of every screen. Nobody may join more (CLUBS_PER_USER). */
const CLUBS_SHOWN = 200;

export const readShell = operation({
  summary: 'Read what the frame of every screen shows',
  input: nothing,
  may: loggedIn,
  read({ actor, services }) {
    const { firstName, lastName, visited } = actor;
    const organizations = visited ? [...actor.organizations, visited] : actor.organizations;
    const active = activeAffiliation(actor);
    const scope: Powers = {
      permissions: active?.permissions ?? [],
      member: active?.member ?? null,
      leads: active?.leads ?? [],
      systemAdmin: actor.systemAdmin,
    };
    return {
      user: { uuid: actor.uuid, firstName, lastName },
      validUntil: actor.session.validUntil,
      organizations: organizations
        .filter((each, at) => at < CLUBS_SHOWN || each === active)
        .map(({ uuid, name }) => ({ uuid, name })),
      active: active && { uuid: active.uuid, name: active.name },
      day: active && dateToText(dayAt(new Date(), active.timeZone)),
      canFound: found(actor, services.config),
      scope,
      // Only sent to those it concerns.
      ...(active?.factorDue && { factor: factorBanner(active, active.factorDue) }),
    };
  },
});

export const selectOrganization = operation({
  summary: 'Make an organisation the active one of this session',
  description: "One of the current user's; any for system administrators.",
  input: organizationId,
  subject: scopeInOrganization,
  may: loggedIn,
  async run({ db, actor, input, concerns }) {
    concerns(input);
    await selectActive(db, actor, input.organization);
  },
  // The next log-in starts in the organisation of this entry.
  audit: SWITCHED,
});
