import type { TestApp } from './app';
import { rowsOf } from './rows';

/**
 * A club with a user who may edit events, one with all other permissions, one without any, and a
 * stranger.
 */
export async function eventSetting(app: TestApp) {
  const { organization } = await app.make.club();
  const editor = await app.make.userOf(organization, ['EDIT_EVENTS']);
  const other = await app.make.userOf(organization, ['ORGANIZATION_ADMIN', 'EDIT_MEMBERS']);
  const user = await app.make.userOf(organization);
  const stranger = await app.make.club();
  return {
    organization,
    editor: await app.as(editor, organization),
    /** Users of the organisation who may not edit its events. */
    others: [await app.as(other, organization), await app.as(user, organization)],
    user: await app.as(user, organization),
    member: { uuid: user.member },
    stranger: await app.as(stranger.admin, stranger.organization),
    admin: await app.as(await app.make.user({ admin: true })),
  };
}

/** The members who took part in an event, by uuid. */
export async function present(app: TestApp, event: { uuid: string }): Promise<string[]> {
  const rows = await rowsOf(app.db, 'participations', { event_uuid: event.uuid }, ['member_uuid']);
  return rows.map((row) => row.member_uuid).sort();
}

export const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

export const rowOf = (html: string, name: string) =>
  html.match(/<tr.*?<\/tr>/gs)?.find((row) => row.includes(`>${name}<`)) ?? '';
