import type { TestApp } from './app';

/** A club with an event for polls, and log-ins of a user, an editor and a stranger. */
export async function pollSetting(app: TestApp) {
  const organization = await app.make.organization();
  const event = await app.make.event(organization, { name: 'Sommerfest' });
  const person = await app.make.userOf(organization);
  const editor = await app.make.userOf(organization, ['EDIT_EVENTS']);
  const other = await app.make.organization();
  const stranger = await app.make.userOf(other, ['ORGANIZATION_ADMIN', 'EDIT_EVENTS']);
  return {
    organization,
    event,
    person,
    user: await app.as(person, organization),
    editor: await app.as(editor, organization),
    stranger: await app.as(stranger, other),
    list: `/app/events/${event.uuid}/polls`,
  };
}

export type PollSetting = Awaited<ReturnType<typeof pollSetting>>;

export const answersTo = ({ db }: TestApp, poll: { uuid: string }) =>
  db.selectFrom('poll_answers').selectAll().where('poll_uuid', '=', poll.uuid).execute();
