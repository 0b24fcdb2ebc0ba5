import { PERMISSIONS, type Permission } from '~/kernel/actor';
import type { TestApp } from './app';
import type { Browser } from './browser';

/** The roles of table H, relative to one organisation, and its groups' leaders (U8). */
export const ROLES = [
  'nobody',
  'stranger',
  'adminElsewhere',
  'user',
  'leader',
  'leaderElsewhere',
  'EDIT_EVENTS',
  'EDIT_MEMBERS',
  'ORGANIZATION_ADMIN',
  'systemAdministrator',
] as const;
export type Role = (typeof ROLES)[number];

/** A new organisation, and an actor in this role. */
export interface Scene {
  readonly app: TestApp;
  readonly organization: { uuid: string; name: string };
  /**
   * Where the caller leads a group: the one that everything here is for, which is theirs, or that of
   * others.
   */
  readonly group?: { uuid: string; name: string };
  /** Has every permission there. */
  readonly admin: { uuid: string; member: string };
  /**
   * The caller. For 'nobody', a user of the organisation who is not logged in. `member` is '' if no
   * member is linked.
   */
  readonly actor: { uuid: string; email: string; member: string };
  readonly visitor: Browser;
  /** The token of the actor's session, '' for 'nobody'. */
  readonly token: string;
}

export async function scene(app: TestApp, role: Role): Promise<Scene> {
  const { make } = app;
  const { organization, admin } = await make.club();
  const actor = await someone();
  const visitor = app.visitor();
  const token = role === 'nobody' ? '' : await make.session(actor);
  if (token) visitor.cookies.set('session', token);
  if (role !== 'leader' && role !== 'leaderElsewhere')
    return { app, organization, admin, actor, visitor, token };
  const group = await make.group(organization, [{ uuid: admin.member }]);
  await make.leads(actor, role === 'leader' ? group : await make.group(organization));
  return { app, organization, group, admin, actor, visitor, token };

  async function someone() {
    if (role === 'adminElsewhere') return make.userOf(await make.organization(), PERMISSIONS);
    if (role === 'stranger') return make.userOf(await make.organization());
    if (role === 'systemAdministrator')
      return { ...(await make.user({ admin: true })), member: '' };
    const permissions = PERMISSIONS.includes(role as Permission) ? [role as Permission] : [];
    return make.userOf(organization, permissions);
  }
}

/**
 * A system administrator who also belongs to the organisation, with every permission and a linked
 * member.
 */
export async function mightyScene(app: TestApp): Promise<Scene> {
  const { make } = app;
  const { organization, admin } = await make.club();
  const user = await make.user({ admin: true });
  await make.belongs(user, organization, ...PERMISSIONS);
  const member = await make.member(organization, { user });
  const token = await make.session(user, organization);
  const visitor = app.visitor();
  visitor.cookies.set('session', token);
  return { app, organization, admin, actor: { ...user, member: member.uuid }, visitor, token };
}
