import type { Database } from '#db/connection';
import { type Actor, PERMISSIONS, type Powers } from '~/kernel/actor';
import { selectActive } from '~/kernel/actor.server';
import { nothing, tidyLine } from '~/kernel/fields';
import { limited } from '~/kernel/keyset';
import { loggedIn, operation } from '~/kernel/operation.server';
import { forbidden, invalid, notFound } from '~/kernel/problem';
import { nextVersion, requireSame, stillAt } from '~/kernel/version.server';
import * as policy from './policy';
import {
  contentsOf,
  organizationInScope,
  organizationsOf,
  scopeInOrganization,
} from './queries.server';
import {
  deletion,
  founding,
  messageOfTheDay,
  organizationData,
  organizationId,
  organizationList,
} from './schema';

export const readShell = operation({
  summary: 'Read what the frame of every screen shows',
  input: nothing,
  may: loggedIn,
  read({ actor, services }) {
    const { firstName, lastName, activeOrganization, visited } = actor;
    const organizations = visited ? [...actor.organizations, visited] : actor.organizations;
    const active = organizations.find(({ uuid }) => uuid === activeOrganization) ?? null;
    const scope: Powers = {
      permissions: active?.permissions ?? [],
      member: active?.member ?? null,
      systemAdmin: actor.systemAdmin,
    };
    return {
      user: { uuid: actor.uuid, firstName, lastName },
      organizations: organizations.map(({ uuid, name }) => ({ uuid, name })),
      active: active && { uuid: active.uuid, name: active.name },
      canFound: policy.found(actor, services.config),
      scope,
    };
  },
});

export const readUnknown = operation({
  summary: 'Read a screen that there is not',
  input: nothing,
  subject: () => null,
  may: loggedIn,
  read: () => null,
});

export const listOrganizations = operation({
  summary: "List a user's organisations, by name",
  description: "One's own; any user's as a system administrator.",
  input: organizationList,
  subject({ actor }, { user = actor.uuid }) {
    // To everyone else other users must not be known to exist.
    return user === actor.uuid || actor.systemAdmin ? { user } : null;
  },
  may: loggedIn,
  async read({ db, input: { limit, cursor }, subject }) {
    const rows = await organizationsOf(db, subject.user, {
      after: cursor,
      limit: limit && limit + 1,
    });
    return limited(rows, limit, ({ name, uuid }) => [name, uuid]);
  },
});

export const readOrganization = operation({
  summary: 'Read an organisation',
  input: organizationId,
  subject: organizationInScope,
  may: policy.read,
  read: ({ subject }) => subject.organization,
});

export const administerOrganization = operation({
  summary: 'Read an organisation in order to change it',
  input: organizationId,
  subject: organizationInScope,
  may: policy.administer,
  read: ({ subject }) => subject.organization,
});

export const readFounding = operation({
  summary: 'Whether one may found an organisation',
  input: nothing,
  may: loggedIn,
  read({ actor, services }) {
    if (!policy.found(actor, services.config)) throw forbidden();
    return null;
  },
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
      throw forbidden('Nur Administratoren gründen hier Organisationen.');
    const organization = await db
      .insertInto('organizations')
      .values({ name: input.name })
      .returning(['uuid', 'name', 'motd'])
      .executeTakeFirstOrThrow();
    concerns({ organization: organization.uuid });
    const founder = { organization_uuid: organization.uuid, user_uuid: actor.uuid };
    await db.insertInto('organization_users').values(founder).execute();
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
  audit: ({ output }) => `Organisation „${output.name}“ gegründet`,
});

export const selectOrganization = operation({
  summary: 'Make an organisation the active one of this session',
  description: "One's own; any as a system administrator.",
  input: organizationId,
  subject: scopeInOrganization,
  may: loggedIn,
  async run({ db, actor, input, concerns }) {
    concerns(input);
    await selectActive(db, actor, input.organization);
  },
  audit: 'Zu dieser Organisation gewechselt',
});

export const saveMessageOfTheDay = operation({
  summary: 'Change the message of the day',
  input: messageOfTheDay,
  edits: true,
  subject: organizationInScope,
  may: policy.administer,
  run: ({ db, actor, input: { organization, motd }, version }) =>
    edit({ db, actor }, organization, { motd }, version),
  audit: 'Nachricht des Tages geändert',
});

export const saveOrganization = operation({
  summary: 'Change the name and the message of the day',
  input: organizationData,
  edits: true,
  subject: organizationInScope,
  may: policy.administer,
  run: ({ db, actor, input: { organization, ...wanted }, version }) =>
    edit({ db, actor }, organization, wanted, version),
  audit: ({ output }) => `Name und Nachricht des Tages gespeichert, Name: „${output.name}“`,
});

/**
 * @param version what the edit goes out from @throws Outdated, or 404 if the organisation has just
 * gone
 */
async function edit(
  context: { db: Database; actor: Actor },
  uuid: string,
  wanted: { name?: string; motd?: string },
  version: number | undefined,
) {
  const saved = await context.db
    .updateTable('organizations')
    .set({ ...wanted, version: nextVersion })
    .where('uuid', '=', uuid)
    .where(stillAt(version))
    .returning(['uuid', 'name', 'motd', 'version'])
    .executeTakeFirst();
  if (saved) return saved;
  const now = await organizationInScope(context, { organization: uuid });
  if (!now) throw notFound();
  const { name, motd } = { ...now.organization, ...wanted };
  requireSame(now.organization.version, { name, motd }, { ...now.organization });
  return now.organization;
}

export const readDeletion = operation({
  summary: 'Read what would be lost with an organisation',
  input: organizationId,
  subject: organizationInScope,
  may: policy.administer,
  async read({ db, subject }) {
    return { name: subject.organization.name, contents: await contentsOf(db, subject.scope) };
  },
});

export const deleteOrganization = operation({
  summary: 'Delete an organisation with everything in it',
  input: deletion,
  once: true,
  subject: organizationInScope,
  may: policy.administer,
  async run({ db, input, subject }) {
    const { uuid, name } = subject.organization;
    if (input.name !== undefined && input.name.normalize() !== tidyLine(name).normalize()) {
      throw invalid({ name: ['Das ist nicht der Name der Organisation.'] });
    }
    await db.deleteFrom('organizations').where('uuid', '=', uuid).execute();
  },
  audit: ({ subject }) => `Organisation „${subject.organization.name}“ gelöscht`,
});
