import type { TestApp } from './app';
import { valuesOf } from './rows';

/** A club with an admin, somebody else who edits no events, one who may edit them, and one without any permission. */
export async function eventSetting(app: TestApp) {
  const { organization } = await app.make.club();
  const editor = await app.make.userOf(organization, ['EDIT_EVENTS']);
  await app.make.userOf(organization, ['ORGANIZATION_ADMIN', 'EDIT_MEMBERS']);
  const user = await app.make.userOf(organization);
  return {
    organization,
    editor: await app.as(editor, organization),
    user: await app.as(user, organization),
    member: { uuid: user.member },
  };
}

/** The members who took part in an event, by uuid. */
export async function present(app: TestApp, event: { uuid: string }): Promise<string[]> {
  const of = { event_uuid: event.uuid };
  return (await valuesOf(app.db, 'participations', of, 'member_uuid')).sort();
}

/** Days from now by a clock, 'YYYY-MM-DD'. */
export const dayIn = (timeZone: string) => (days: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.now() + days * 86_400_000);

/** So many days from today in UTC, with which lists begin and series are planned. */
export const inDays = dayIn('Etc/UTC');

/** So many days from today by the clock of clubs, which says what has begun, and what is over. */
export const inClubDays = dayIn('Europe/Berlin');

export const rowOf = (html: string, name: string) =>
  html.match(/<tr.*?<\/tr>/gs)?.find((row) => row.includes(`>${name}<`)) ?? '';
