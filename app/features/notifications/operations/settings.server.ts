import type { Database } from '#db/connection';
import { lookAfter } from '~/features/members/policy';
import { administer } from '~/features/organizations/policy';
import { lockClub, organizationInScope } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import { type Actor, type Scope, scopeOf } from '~/kernel/actor';
import { inScope, loggedIn, operation } from '~/kernel/operation.server';
import { deliveryTrouble } from '~/mail/failures.server';
import { retime } from '../deciding.server';
import { choicesOf } from '../questions.server';
import * as schema from '../schema';
import {
  changeGroups,
  changeOf,
  clubDefaults,
  isEmpty,
  lockOwnSettings,
  type OwnSettings,
  ownSettings,
  storeChange,
} from '../settings.server';

/** Users' and clubs' mail settings (N2, N15). */

type Club = { readonly uuid: string; readonly name: string };

/** A club that the actor belongs to, rather than visits as a system administrator. */
function ownClub(
  { actor }: { actor: Actor },
  { organization = actor.activeOrganization ?? undefined }: { organization?: string },
): { scope: Scope; club: Club } | null {
  const club = actor.organizations.find(({ uuid }) => uuid === organization);
  const scope = club && scopeOf(actor, club.uuid);
  return club && scope ? { scope, club } : null;
}

/**
 * The club of the screen: users who belong to none, or visit another one, are told so, with links
 * to their own.
 */
function ownClubIfAny(context: { actor: Actor }, input: { organization?: string }) {
  const { actor } = context;
  const { organization = actor.activeOrganization } = input;
  const clubs = actor.organizations.map(({ uuid, name }) => ({ uuid, name }));
  const own = ownClub(context, input);
  if (own) return { ...own, clubs };
  const isElsewhere = organization === null || organization === actor.visited?.uuid;
  return isElsewhere ? { scope: null, club: null, clubs } : null;
}

export const readOwnSettings = operation({
  summary: 'Read which mails the current user gets from an organisation, and how',
  description:
    'By default from the active one. `own` is true for what they have chosen; everything else is as the organisation ' +
    'has it (`default`). `groups`: those that they belong to, and whether they are told what is new for these alone. Mails about a place that comes free by itself, and about the account, are always sent.',
  input: schema.ownSettings,
  subject: ownClub,
  may: inScope,
  async read({ db, actor, subject: { scope, club } }) {
    const settings = await ownSettings(db, actor.uuid, club.uuid);
    return { ...settings, looksAfter: lookAfter({ scope }) };
  },
});

export const readSettingsScreen = operation({
  summary: 'Read which mails the current user gets from an organisation, for the screen',
  input: schema.ownSettings,
  subject: ownClubIfAny,
  may: loggedIn,
  async read({ db, actor, subject: { scope, club, clubs } }) {
    const [settings, trouble] = await Promise.all([
      club && ownSettings(db, actor.uuid, club.uuid),
      deliveryTrouble(db, actor.email),
    ]);
    // A refused address gets none of them (N13).
    const refused = trouble?.blockedAt ? actor.email : null;
    const visits = club === null && actor.activeOrganization !== null;
    const looksAfter = scope !== null && lookAfter({ scope });
    return { club, clubs, settings, refused, visits, looksAfter };
  },
});

export const updateOwnSettings = operation({
  summary: 'Change which mails the current user gets from an organisation, and how',
  description:
    'What is left out stays as it is; null is as the organisation has it. What holds already is not stored as an own ' +
    'choice: it follows the organisation. A changed `remind` or `news` answers for all topics of its kind. What is sent ' +
    'as it was `shown` stays as it is now. An event that is near is told by `event_soon`, or by `series_soon` if it is a date of a series.',
  input: schema.ownChoices,
  subject: ownClub,
  may: inScope,
  async run({ db, actor, input, subject: { scope, club } }) {
    return {
      ...(await changed(db, { user: actor.uuid, organization: club.uuid }, () => input)),
      name: club.name,
      looksAfter: lookAfter({ scope }),
    };
  },
  audit: ({ output }) => (output.changed ? 'Eigene Benachrichtigungen geändert' : null),
});

export const resetOwnSettings = operation({
  summary: "Reset the current user's mail settings in an organisation",
  input: schema.ownSettings,
  subject: ownClub,
  may: inScope,
  async run({ db, actor, subject: { club } }) {
    const asTheClub = ({ groups }: OwnSettings) => ({
      digest: null,
      topics: schema.perTopic(null),
      groups: groups.map(({ group }) => ({ group, news: true })),
    });
    return {
      ...(await changed(db, { user: actor.uuid, organization: club.uuid }, asTheClub)),
      name: club.name,
    };
  },
  audit: ({ output }) => (output.changed ? 'Eigene Benachrichtigungen zurückgesetzt' : null),
});

async function changed(
  db: Database,
  whose: { user: string; organization: string },
  choicesFor: (before: OwnSettings) => schema.OwnChoices,
) {
  const { user, organization } = whose;
  await lockOwnSettings(db, user, organization);
  const before = await ownSettings(db, user, organization);
  const { groups = [], ...choices } = choicesFor(before);
  const change = changeOf(choicesOf(choices, before), before);
  const isShown = new Map(choices.shown?.groups?.map(({ group, news }) => [group, news]));
  const chosen = groups.filter((of) => isShown.get(of.group) !== of.news);
  const regrouped = await changeGroups(db, whose, chosen, before);
  if (isEmpty(change) && regrouped.length === 0) return { ...before, changed: false };
  await storeChange(db, whose, change);
  await retime(db, whose);
  return { ...(await ownSettings(db, user, organization)), changed: true };
}

export const readDefaults = operation({
  summary: 'Read which mails an organisation sends to those who have chosen nothing, and how',
  description: '`own` is true for what an admin has chosen, `default` is what it was at first.',
  input: organizationId,
  subject: organizationInScope,
  may: administer,
  read: ({ db, subject: { organization } }) => clubDefaults(db, organization.uuid),
});

export const updateDefaults = operation({
  summary: 'Change which mails an organisation sends to those who have chosen nothing, and how',
  description:
    'Holds at once for all who have not chosen themselves. What is left out stays as it is; null is as it was at first.',
  input: schema.clubChoices,
  subject: organizationInScope,
  may: administer,
  async run({ db, input, subject }) {
    const { uuid } = subject.organization;
    await lockClub(db, uuid);
    const before = await clubDefaults(db, uuid);
    const change = changeOf(choicesOf(input, before), before);
    if (isEmpty(change)) return { ...before, changed: false };
    await storeChange(db, { organization: uuid }, change);
    await retime(db, { organization: uuid });
    return { ...(await clubDefaults(db, uuid)), changed: true };
  },
  audit: ({ output }) => (output.changed ? 'Vorgaben für Benachrichtigungen geändert' : null),
});
