import type { TestApp } from './app';

/**
 * A club with one of each: who may edit events, who may do all but that, a plain user; and a
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
    /** Those who belong to the organisation and may not edit its events. */
    others: [await app.as(other, organization), await app.as(user, organization)],
    user: await app.as(user, organization),
    member: { uuid: user.member },
    stranger: await app.as(stranger.admin, stranger.organization),
    admin: await app.as(await app.make.user({ admin: true })),
  };
}
