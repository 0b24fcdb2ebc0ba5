import { type Actor, PERMISSIONS } from '~/kernel/actor';
import { selectActive } from '~/kernel/actor.server';
import { tidyLine } from '~/kernel/fields';
import type { Context } from '~/kernel/operation';
import { inScope, loggedIn, operation } from '~/kernel/operation.server';
import { readInPieces } from '~/kernel/pieces.server';
import { forbidden, invalid, notFound, tooManyToday } from '~/kernel/problem';
import { edited, requireSame, stillAt } from '~/kernel/version.server';
import * as policy from './policy';
import {
  contentsOf,
  isKnownZone,
  lockOrganization,
  organizationColumns,
  organizationInScope,
  organizationsOf,
  organizationValues,
  requireFewClubs,
} from './queries.server';
import {
  deletion,
  founding,
  messageOfTheDay,
  type OrganizationFields,
  organizationData,
  organizationId,
  organizationList,
  organizationsByName,
} from './schema';
import { inWords } from './wording';

/** Only system administrators may know that other users exist. */
function listedUser({ actor }: { actor: Actor }, { user = actor.uuid }: { user?: string }) {
  return user === actor.uuid || actor.systemAdmin ? { user } : null;
}

export const listOrganizations = operation({
  summary: "List a user's organisations, by name",
  description: "The current user's own; any user's for system administrators.",
  input: organizationList,
  subject: listedUser,
  may: loggedIn,
  read: ({ db, input: { limit, cursor }, subject }) =>
    readInPieces(db, organizationsOf(db, subject.user), organizationsByName, {
      after: cursor,
      limit,
      long: ['organizations.motd'],
    }),
});

export const readOrganization = operation({
  summary: 'Read an organisation',
  input: organizationId,
  subject: organizationInScope,
  may: inScope,
  read: ({ subject }) => subject.organization,
});

export const readOrganizationForEdit = operation({
  summary: 'Read an organisation in order to change it',
  input: organizationId,
  subject: organizationInScope,
  may: policy.administer,
  read: ({ subject }) => subject.organization,
});

export const foundOrganization = operation({
  summary: 'Found an organisation',
  description:
    'The founder gets every permission and a member record linked to them, and it becomes their active one (B4).',
  input: founding,
  once: true,
  may: loggedIn,
  async run({ db, actor, input, services, concerns }) {
    if (!policy.found(actor, services.config))
      throw forbidden('Nur Administratoren gründen hier Vereine.');
    const spent = await services.limits.spend(db, { clubsOfUser: actor.uuid });
    if (spent) throw tooManyToday('Vereine', spent.wait);
    const { name, timeZone } = input;
    const zone = timeZone && (await isKnownZone(db, timeZone)) ? { time_zone: timeZone } : {};
    const organization = await db
      .insertInto('organizations')
      .values({ name, ...zone })
      .returning(organizationColumns)
      .$narrowType<OrganizationFields>()
      .executeTakeFirstOrThrow();
    concerns({ organization: organization.uuid });
    const founder = { organization_uuid: organization.uuid, user_uuid: actor.uuid };
    await db.insertInto('organization_users').values(founder).execute();
    await requireFewClubs(db, actor.uuid, services.config);
    await db
      .insertInto('permissions')
      .values(PERMISSIONS.map((permission) => ({ ...founder, permission })))
      .execute();
    await db
      .insertInto('members')
      .values({ ...founder, first_name: actor.firstName, last_name: actor.lastName })
      .execute();
    await selectActive(db, actor, organization.uuid);
    return organization;
  },
  audit: ({ output }) => `Verein „${output.name}“ gegründet`,
});

export const updateMessageOfTheDay = operation({
  summary: 'Change the message of the day',
  input: messageOfTheDay,
  edits: true,
  subject: organizationInScope,
  may: policy.administer,
  run: ({ db, actor, input: { organization, motd }, version }) =>
    edit({ db, actor }, organization, { motd }, version),
  audit: ({ output, subject: { organization } }) =>
    output.version === organization.version ? null : 'Nachricht des Tages geändert',
});

export const updateOrganization = operation({
  summary: 'Change the name, the message of the day, the time zone and who sees who comes',
  description:
    'What is left out stays as it is, but for the name. Another time zone moves the times of events, and no deadline.',
  input: organizationData,
  edits: true,
  subject: organizationInScope,
  may: policy.administer,
  async run({ db, actor, input: { organization, ...wanted }, subject, version }) {
    const { timeZone = subject.organization.timeZone } = wanted;
    if (timeZone !== subject.organization.timeZone && !(await isKnownZone(db, timeZone)))
      throw invalid({ timeZone: ['Diese Zeitzone gibt es nicht.'] });
    return edit({ db, actor }, organization, wanted, version);
  },
  audit: ({ output, subject }) => {
    if (output.version === subject.organization.version) return null;
    const saved = `Name und Nachricht des Tages gespeichert, Name: „${output.name}“`;
    const moved = output.timeZone !== subject.organization.timeZone;
    return moved ? `${saved}, Zeitzone: ${output.timeZone}` : saved;
  },
});

/**
 * @param version the one that was being edited
 * @throws Outdated, or Problem 404 if the organisation was deleted in the meantime
 */
async function edit(
  context: Context,
  uuid: string,
  wanted: Partial<OrganizationFields>,
  version: number | undefined,
) {
  const saved = await context.db
    .updateTable('organizations')
    .set(edited(organizationValues(wanted)))
    .where('uuid', '=', uuid)
    .where(stillAt(version))
    .returning([...organizationColumns, 'organizations.version'])
    .$narrowType<OrganizationFields>()
    .executeTakeFirst();
  if (saved) return saved;
  const now = await organizationInScope(context, { organization: uuid });
  if (!now) throw notFound();
  const { organization } = now;
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  const merged = { ...organization, ...Object.fromEntries(given) };
  requireSame(organization.version, inWords(merged), inWords(organization));
  return now.organization;
}

export const readOrganizationForDeletion = operation({
  summary: 'Read what would be lost with an organisation',
  input: organizationId,
  subject: organizationInScope,
  may: policy.administer,
  async read({ db, subject }) {
    return { name: subject.organization.name, contents: await contentsOf(db, subject.scope) };
  },
});

/** A name as a screen shows it, where several spaces are one. */
const asShown = (name: string) => tidyLine(name).replace(/\s+/g, ' ');

export const deleteOrganization = operation({
  summary: 'Delete an organisation with everything in it',
  input: deletion,
  once: true,
  subject: organizationInScope,
  may: policy.administer,
  confirms: 'deletion',
  async run({ db, input, subject }) {
    const { uuid, name } = subject.organization;
    if (input.name !== undefined && asShown(input.name) !== asShown(name))
      throw invalid({ name: ['Das ist nicht der Name des Vereins.'] });
    await lockOrganization(db, uuid);
    await db.deleteFrom('organizations').where('uuid', '=', uuid).execute();
    return { name };
  },
  audit: ({ subject }) => `Verein „${subject.organization.name}“ gelöscht`,
});
