import { sql } from 'kysely';
import type { Scene } from './roles';

/** Which rows make a scene what it is, by table: of its actor and its admin, or of its organisation. */
const OF_USERS = [
  ...['organization_users', 'permissions', 'members', 'notification_settings', 'group_mutes'],
  ...['totp', 'recovery_codes', 'calendar_feeds', 'codes', 'account_drafts', 'known_devices'],
];
const OF_ORGANIZATION = ['notification_defaults', 'member_visibility', 'breaks'];
/** Of these: the one of the scene, and what a member has. */
const OTHERS = {
  users: sql`uuid in (select unnest(users) from asked)`,
  organizations: sql`uuid = (select organization from asked)`,
  groups: sql`uuid = (select "group" from asked)`,
  sessions: sql`uuid = (select uuid from sessions where user_uuid = (select users[1] from asked)
    order by created_at limit 1)`,
  group_members: sql`member_uuid in (
    select uuid from members where user_uuid in (select unnest(users) from asked))`,
  absences: sql`member_uuid in (
    select uuid from members where user_uuid in (select unnest(users) from asked))`,
};
/** What changes with every visit, and with every event of the organisation. */
const PASSING = ['used_at', 'network', 'user_agent', 'calendar_changed_at', 'calendar_sequence'];

const made = new WeakMap<Scene, string>();

/** Gives the same scene for as long as it is as it was made, and then a new one. */
export function lasting(make: () => Promise<Scene>): () => Promise<Scene> {
  let last: Scene | undefined;
  return async () => {
    if (!last || !(await isAsMade(last))) last = await watched(make());
    return last;
  };
}

/** Remembers what a new scene is like. */
export async function watched(scene: Promise<Scene>): Promise<Scene> {
  const here = await scene;
  made.set(here, await stateOf(here));
  return here;
}

/** Whether nothing has changed of what the scene was made of; only more has come to its club. */
export const isAsMade = async (here: Scene): Promise<boolean> =>
  (await stateOf(here)) === made.get(here);

async function stateOf({ app, actor, admin, organization, group, token, visitor }: Scene) {
  const where = {
    ...Object.fromEntries(
      OF_USERS.map((table) => [table, sql`user_uuid in (select unnest(users) from asked)`]),
    ),
    ...Object.fromEntries(
      OF_ORGANIZATION.map((table) => [
        table,
        sql`organization_uuid = (select organization from asked)`,
      ]),
    ),
    ...OTHERS,
  };
  const parts = Object.entries(where).map(
    ([table, which]) => sql`(
      select jsonb_agg(to_jsonb(t) - ${PASSING}::text[] order by to_jsonb(t)::text)
      from ${sql.table(table)} t where ${which})`,
  );
  const { rows } = await sql<{ state: unknown[] }>`
    with asked as materialized (
      select ${[actor.uuid, admin.uuid]}::uuid[] as users, ${organization.uuid}::uuid as organization,
        ${group?.uuid ?? null}::uuid as "group")
    select jsonb_build_array(${sql.join(parts)}) as state`.execute(app.db);
  return JSON.stringify([rows, (visitor.cookies.get('session') ?? '') === token]);
}
