import { sql } from 'kysely';
import { announceInJob } from '~/features/notifications/announcements.server';
import type { TestApp } from './app';
import { inDays } from './events';
import { insertRows } from './rows';

/** A club with the groups 'Damen' and 'Herren', and somebody who belongs to both. */
export async function groupClub(app: TestApp) {
  const { make } = app;
  const organization = await make.organization({ name: 'TSV Grünau' });
  const author = await make.userOf(organization, ['EDIT_EVENTS']);
  const user = await make.userOf(organization);
  const member = { uuid: user.member };
  const women = await make.group(organization, [member], { name: 'Damen' });
  const men = await make.group(organization, [member], { name: 'Herren' });
  return {
    organization,
    author,
    user,
    women,
    men,
    person: await app.as(user, organization),
    eventOf: async (groups: ReadonlyArray<{ uuid: string }>, name = 'Training', columns = {}) => {
      const event = await make.event(organization, { name, date: inDays(9) }, columns);
      await make.forGroups(event, groups);
      return event;
    },
    mute: (group: { uuid: string }) =>
      insertRows(app.db, 'group_mutes', {
        organization_uuid: organization.uuid,
        group_uuid: group.uuid,
        user_uuid: user.uuid,
      }),
    /** Announces an event. @returns who is told about it, and how */
    announce: async (event: { uuid: string }) => {
      await announceInJob(app.db, {
        kind: 'event_new',
        actor: author.uuid,
        event: event.uuid,
      });
      return toldOf(app, event);
    },
  };
}

/** Who is told of an event, how, and by what kind of notification. */
export async function toldOf({ db }: Pick<TestApp, 'db'>, event: { uuid: string }) {
  const { rows } = await sql<{ user: string; kind: string; way: string }>`
    select user_uuid as "user", kind, way from notifications where event_uuid = ${event.uuid}
    order by id`.execute(db);
  return rows;
}
