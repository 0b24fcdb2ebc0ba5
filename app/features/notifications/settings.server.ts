import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { chosenWay, defaultWay } from '~/features/outbox/queries/ways.server';
import { TOPICS, type Topic, type Way } from '~/features/outbox/schema';
import { notFound } from '~/kernel/problem';
import type { Choices, Rhythm } from './schema';

/** Users' mail settings, and clubs' defaults (N2). */

interface TopicSetting {
  readonly way: Way;
  readonly default: Way;
  /** True if it was chosen, even if it equals the default. */
  readonly own: boolean;
}

/** The settings of a user in a club, or of a club. */
export interface Settings {
  readonly organization: string;
  readonly digest: Rhythm;
  readonly digestOwn: boolean;
  readonly topics: Readonly<Record<Topic, TopicSetting>>;
}

/** A group of a user, and whether they are told its news (U9). */
export interface GroupSetting {
  readonly group: string;
  readonly name: string;
  readonly news: boolean;
}

export interface OwnSettings extends Settings {
  readonly groups: readonly GroupSetting[];
}

/** The groups that a user belongs to in a club, by name. */
export const groupsOf = (organization: string, user: string) => sql<GroupSetting[]>`coalesce((
    select json_agg(json_build_object('group', g.uuid, 'name', g.name, 'news', not exists (
        select from group_mutes muted where muted.group_uuid = g.uuid and muted.user_uuid = m.user_uuid))
      order by g.name, g.uuid)
    from members m
    join group_members gm on gm.member_uuid = m.uuid and gm.until is null
    join groups g on g.uuid = gm.group_uuid and g.archived_at is null
    where m.organization_uuid = ${organization} and m.user_uuid = ${user}
  ), '[]')`;

/** The settings of a club that has chosen nothing; the column's default is the same. */
const DEFAULT_RHYTHM: Rhythm = 'daily';

const topic = sql.ref<Topic>('asked.topic');

/** How each topic is told. @param chosen the rows of `c` that hold the choices */
const topicsOf = (
  way: RawBuilder<Way | null>,
  byDefault: RawBuilder<Way | null>,
  chosen: RawBuilder<unknown>,
) => sql<Settings['topics']>`(
    select json_object_agg(asked.topic, json_build_object('way', ${way}, 'default', ${byDefault},
      'own', exists (select from ${chosen} and c.topic = asked.topic)))
    from unnest(${TOPICS}::text[]) as asked (topic))`;

/** A user's settings in a club. @throws Problem 404 if they do not belong to it any more */
export async function ownSettings(db: Database, user: string, organization: string) {
  const row = await db
    .selectFrom('organization_users as ou')
    .innerJoin('organizations as o', 'o.uuid', 'ou.organization_uuid')
    .select((eb) => [
      eb.fn.coalesce('ou.digest_rhythm', 'o.digest_rhythm').as('digest'),
      eb('ou.digest_rhythm', 'is not', null).$castTo<boolean>().as('digestOwn'),
      topicsOf(
        chosenWay({ user: sql.val(user), organization: sql.val(organization), topic }),
        defaultWay(sql.val(organization), topic),
        sql`notification_settings c where c.organization_uuid = ${organization} and c.user_uuid = ${user}`,
      ).as('topics'),
      groupsOf(organization, user).as('groups'),
    ])
    .$narrowType<{ digest: Rhythm }>()
    .where('ou.organization_uuid', '=', organization)
    .where('ou.user_uuid', '=', user)
    .executeTakeFirstOrThrow(notFound);
  return { organization, ...row };
}

/** A club's defaults. @throws Problem 404 if there is no such club */
export async function clubDefaults(db: Database, organization: string): Promise<Settings> {
  const { digest, topics } = await db
    .selectFrom('organizations')
    .select([
      'digest_rhythm as digest',
      topicsOf(
        defaultWay(sql.val(organization), topic),
        defaultWay(sql`null::uuid`, topic),
        sql`notification_defaults c where c.organization_uuid = ${organization}`,
      ).as('topics'),
    ])
    .$narrowType<{ digest: Rhythm }>()
    .where('uuid', '=', organization)
    .executeTakeFirstOrThrow(notFound);
  return { organization, digest, digestOwn: digest !== DEFAULT_RHYTHM, topics };
}

/** Locks a user's settings in a club, so that other changes wait and read the new state. */
export async function lockOwnSettings(db: Database, user: string, organization: string) {
  await sql`
    select from organization_users where organization_uuid = ${organization} and user_uuid = ${user}
    for no key update`.execute(db);
}

/**
 * The differences from the current settings: ways to store, and topics that go back to the default.
 * A way that already applies is not stored as a choice: saving the whole form still follows the club
 * wherever nothing was changed.
 */
export function changeOf(
  { digest, topics = {} }: Pick<Choices, 'digest' | 'topics'>,
  present: Settings,
) {
  const wanted = TOPICS.flatMap((topic) => {
    const way = topics[topic];
    return way === undefined ? [] : [[topic, way] as const];
  });
  return {
    set: wanted.flatMap(([topic, way]) =>
      way === null || way === present.topics[topic].way ? [] : [[topic, way] as const],
    ),
    unset: wanted.flatMap(([topic, way]) =>
      way === null && present.topics[topic].own ? [topic] : [],
    ),
    digest: changedDigest(digest, present),
  };
}

function changedDigest(digest: Choices['digest'], present: Settings) {
  if (digest === null) return present.digestOwn ? null : undefined;
  return digest === present.digest ? undefined : digest;
}

type SettingsChange = ReturnType<typeof changeOf>;

/** Stores a change of a user who belongs to the club, or of the club's defaults. */
export async function storeChange(
  db: Database,
  { user, organization }: { user?: string; organization: string },
  { set, unset, digest }: SettingsChange,
): Promise<void> {
  const table = sql.table(user ? 'notification_settings' : 'notification_defaults');
  const [column, value] = user ? [sql`user_uuid, `, sql`${user}::uuid, `] : [sql``, sql``];
  const ofUser = user ? sql`and user_uuid = ${user}` : sql``;
  // An unsubscription would otherwise go back to the state before this choice.
  const forgets = user ? sql`, former = null, with_digest = false` : sql``;
  if (unset.length > 0)
    await sql`
      delete from ${table}
      where organization_uuid = ${organization} ${ofUser} and topic = any(${unset}::text[])`.execute(
      db,
    );
  if (set.length > 0)
    await sql`
      insert into ${table} (${column}organization_uuid, topic, way)
      select ${value}${organization}::uuid, topic, way from unnest(
        ${set.map(([topic]) => topic)}::text[], ${set.map(([, way]) => way)}::text[]) as of (topic, way)
      on conflict (${column}organization_uuid, topic) do update set way = excluded.way${forgets}`.execute(
      db,
    );
  if (digest === undefined) return;
  const [settings, rhythm] = user
    ? [sql`organization_users`, digest]
    : [sql`organizations`, digest ?? DEFAULT_RHYTHM];
  const club = user ? sql`organization_uuid` : sql`uuid`;
  await sql`
    update ${settings} set digest_rhythm = ${rhythm}
    where ${club} = ${organization} ${ofUser}`.execute(db);
}

/**
 * Stores whether to send the news of these groups from now on; others, and those that the user does
 * not belong to, stay as they are.
 * @returns the groups that changed
 */
export async function changeGroups(
  db: Database,
  { user, organization }: { user: string; organization: string },
  chosen: readonly { readonly group: string; readonly news: boolean }[],
  { groups }: Pick<OwnSettings, 'groups'>,
): Promise<string[]> {
  const wanted = new Map(chosen.map(({ group, news }) => [group, news]));
  const becoming = (news: boolean) =>
    groups.flatMap((each) =>
      each.news !== news && wanted.get(each.group) === news ? [each.group] : [],
    );
  const { rows } = await sql<{ group: string }>`
    with unmuted as (
      delete from group_mutes where user_uuid = ${user} and group_uuid = any(${becoming(true)}::uuid[])
      returning group_uuid
    ), added as (
      insert into group_mutes (organization_uuid, group_uuid, user_uuid)
      select organization_uuid, uuid, ${user} from groups
      where organization_uuid = ${organization} and uuid = any(${becoming(false)}::uuid[])
      order by uuid for key share
      on conflict do nothing returning group_uuid
    )
    select group_uuid as "group" from unmuted union all select group_uuid from added`.execute(db);
  return rows.map(({ group }) => group);
}

export const isEmpty = ({ set, unset, digest }: SettingsChange): boolean =>
  set.length === 0 && unset.length === 0 && digest === undefined;
