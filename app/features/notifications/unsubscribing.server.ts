import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { type Secret, secretsOf } from '~/config.server';
import { chosenWay } from '~/features/outbox/queries/ways.server';
import { receivesMemberMail } from '~/features/outbox/queries.server';
import { NEWS } from '~/features/outbox/rules/kinds.server';
import { TOPICS, type Topic, type Way } from '~/features/outbox/schema';
import { linkToken, openLinkToken } from '~/kernel/link-token.server';
import type { Ending } from './schema';
import { type GroupSetting, groupsOf } from './settings.server';

/** The links in mails that unsubscribe: what they end, and how that is taken back (N10). */

/** What a link ends: one topic, all announcements, or the whole digest. */
export type Ended = Topic | 'news' | 'digest';
const ENDED: readonly Ended[] = [...TOPICS, 'news', 'digest'];

/** Whose mails a link ends. */
export interface UnsubscribeLink {
  readonly user: string;
  readonly organization: string;
  readonly topic: Ended;
  /** The user's group whose news the mail contains: it can end just these (U9). */
  readonly groups?: readonly string[];
}

/** An address has a length. */
const MOST_GROUPS = 3;

export function unsubscribeToken(
  { user, organization, topic, groups = [] }: UnsubscribeLink,
  secret: string,
): string {
  const rest = [topic, ...groups.slice(0, MOST_GROUPS)].join('.');
  return linkToken('unsubscribe', { ids: [user, organization], rest }, secret);
}

/** Null if it is no such link. */
export function openUnsubscribeToken(token: string, config: Secret): UnsubscribeLink | null {
  const opened = openLinkToken('unsubscribe', token, 2, secretsOf(config));
  const [user, organization] = opened?.ids ?? [];
  const [named, ...groups] = opened?.rest.split('.') ?? [];
  const topic = ENDED.find((each) => each === named);
  return user && organization && topic ? { user, organization, topic, groups } : null;
}

/** How a user gets mails of one topic, and how before a link ended them (N10). */
interface TopicByLink {
  readonly topic: Topic;
  readonly way: Way;
  /** Null if no link changed it, or if it was changed elsewhere since. */
  readonly former: Way | 'default' | null;
}

export interface MailsByLink {
  readonly organization: string;
  readonly club: string;
  /** For the digest: topics that come in it, and those that a link ended with it. */
  readonly topics: readonly TopicByLink[];
  /** The groups whose news the mail contained, while its user belongs to them (U9). */
  readonly groups: readonly GroupSetting[];
}

/** Of a row of 'ou' and 't'. */
const wayNow = chosenWay({
  user: sql.ref('ou.user_uuid'),
  organization: sql.ref('ou.organization_uuid'),
  topic: sql.ref('t.topic'),
});

/** Topics for member editors cannot be switched off by others. */
const isTheirs = sql`(t.topic <> 'contact_changed' or exists (select from permissions p
  where p.user_uuid = ou.user_uuid and ${receivesMemberMail(sql.ref('ou.organization_uuid'))}))`;

function topicsOf({ topic }: UnsubscribeLink): readonly Topic[] {
  if (topic === 'digest') return TOPICS;
  return topic === 'news' ? NEWS : [topic];
}

/** Finds out what a link is currently about; null if the user has left the club. */
export async function findMails(db: Database, link: UnsubscribeLink): Promise<MailsByLink | null> {
  const { rows } = await sql<
    TopicByLink & { club: string; withDigest: boolean | null; groups: GroupSetting[] }
  >`
    select club.name as club, t.topic, s.former, s.with_digest as "withDigest",
      case when t.place = 1 then ${groupsOf(link.organization, link.user)} end as groups,
      ${wayNow} as way
    from organization_users ou
    join organizations club on club.uuid = ou.organization_uuid
    cross join unnest(${topicsOf(link)}::text[]) with ordinality as t (topic, place)
    left join notification_settings s on s.user_uuid = ou.user_uuid
      and s.organization_uuid = ou.organization_uuid and s.topic = t.topic
    where ou.user_uuid = ${link.user} and ou.organization_uuid = ${link.organization}
      and (${link.topic !== 'digest'} or ${isTheirs})
    order by t.place`.execute(db);
  const [first] = rows;
  if (!first) return null;
  const ofLink = rows.filter(
    ({ way, former, withDigest }) =>
      link.topic !== 'digest' || way === 'digest' || (withDigest && former !== null),
  );
  return {
    organization: link.organization,
    club: first.club,
    topics: ofLink.map(({ topic, way, former }) => ({ topic, way, former })),
    groups: first.groups.filter(({ group }) => link.groups?.includes(group)),
  };
}

/** The settings that its 'Rückgängig' may change. */
const within = (link: UnsubscribeLink) => sql`
  user_uuid = ${link.user} and organization_uuid = ${link.organization}
  and topic = any(${topicsOf(link)}::text[]) and (${link.topic !== 'digest'} or with_digest)`;

/**
 * Sets the way for what a link is about, and remembers the previous one. Topics that have this way
 * already stay as they are, and what is off is not turned into a digest: a link never causes more
 * mails. If any topic changes, an earlier end of the others is no longer taken back with it, as
 * 'undo' does.
 * @returns the topics that changed
 */
export async function endMails(db: Database, link: UnsubscribeLink, way: Ending): Promise<Topic[]> {
  if (way === 'undo') return restoreMails(db, link);
  const digest = link.topic === 'digest';
  const { rows } = await sql<{ topic: Topic }>`
    with ended as (
      insert into notification_settings as s
        (organization_uuid, user_uuid, topic, way, former, with_digest)
      select ou.organization_uuid, ou.user_uuid, t.topic, ${way}, 'default', ${digest}
      from organization_users ou cross join unnest(${topicsOf(link)}::text[]) as t (topic)
      where ou.user_uuid = ${link.user} and ou.organization_uuid = ${link.organization}
        and (not ${digest} or ${wayNow} = 'digest' and ${isTheirs})
        and (${way} = 'off' or ${wayNow} <> 'off')
      order by t.topic
      on conflict (user_uuid, organization_uuid, topic) do update
        set way = excluded.way, former = s.way, with_digest = excluded.with_digest
        where s.way <> excluded.way and (not excluded.with_digest or s.way = 'digest')
      returning topic
    ), settled as (
      update notification_settings set former = null
      where ${within(link)} and exists (select from ended) and topic not in (select topic from ended)
    )
    select topic from ended order by topic`.execute(db);
  return rows.map(({ topic }) => topic);
}

async function restoreMails(db: Database, link: UnsubscribeLink): Promise<Topic[]> {
  const { rows } = await sql<{ topic: Topic }>`
    with unset as (
      delete from notification_settings where ${within(link)} and former = 'default' returning topic
    ), restored as (
      update notification_settings set way = former, former = null, with_digest = false
      where ${within(link)} and former <> 'default' returning topic
    )
    select topic from unset union all select topic from restored`.execute(db);
  return rows.map(({ topic }) => topic);
}
