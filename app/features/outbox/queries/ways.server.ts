import { type Expression, type RawBuilder, sql } from 'kysely';
import { KINDS, kindsThat, NEWS } from '../rules/kinds.server';
import { DEFAULT_WAYS, type Kind, type Topic, type Way } from '../schema';

/**
 * How somebody is told of what. The only place that knows: the count of receivers, what fills the
 * outbox, what drains it and the mail itself ask here.
 */

interface Receiver {
  readonly user: Expression<string | null>;
  readonly organization: Expression<string>;
}

/**
 * How somebody is told of a topic: as they chose, else as their club has it, else as DEFAULT_WAYS
 * says (N2); null without a topic, for what is always sent.
 */
export const chosenWay = ({
  user,
  organization,
  topic,
}: Receiver & { readonly topic: Expression<Topic | null> }) => sql<Way | null>`coalesce(
  (select s.way from notification_settings s
    where s.user_uuid = ${user} and s.organization_uuid = ${organization} and s.topic = ${topic}),
  ${defaultWay(organization, topic)})`;

const defaultWay = (
  organization: Expression<string>,
  topic: Expression<Topic | null>,
) => sql`coalesce(
  (select d.way from notification_defaults d
    where d.organization_uuid = ${organization} and d.topic = ${topic}),
  ${JSON.stringify(DEFAULT_WAYS)}::jsonb ->> ${topic})`;

/** The same for many at once, of what is about nothing that has groups: what users of a club have chosen … */
export const chosenIn = (organization: string, kind: Kind) => sql`
  select user_uuid, way from notification_settings
  where organization_uuid = ${organization} and topic = ${KINDS[kind].topic}`;

/** … and what holds for all others. */
export const defaultIn = (organization: string, kind: Kind) =>
  defaultWay(sql`${organization}::uuid`, sql`${KINDS[kind].topic}::text`);

/**
 * The same of a topic of an event: none of its news for users who have switched off its groups (U9);
 * and that the date of a series is near is a topic of its own (Y6).
 */
function effectiveWay(
  receiver: Receiver,
  topic: Expression<Topic | null>,
  event: Expression<string | null>,
) {
  const { topic: soon, ofSeries } = KINDS.event_soon;
  return sql<Way | null>`case
    when ${topic} = any(${NEWS}::text[]) and mutes_news(${receiver.user}, ${event}) then 'off'
    when ${topic} = ${soon} and (select series_uuid from events where uuid = ${event}) is not null
      then ${chosenWay({ ...receiver, topic: sql.val(ofSeries ?? null) })}
    else ${chosenWay({ ...receiver, topic })} end`;
}

/** How somebody is told of this, about an event if there is one. */
export function wayOf(
  kind: Kind,
  receiver: Receiver,
  event: Expression<string | null> = sql`null::uuid`,
): RawBuilder<Way> {
  const { topic } = KINDS[kind];
  return topic === null
    ? sql`'mail'`
    : effectiveWay(receiver, sql`${topic}::text`, event).$castTo();
}

/** How the receiver of a notification 'n' is told of it; null for what is always sent. */
export const wayOfNotification = effectiveWay(
  { user: sql.ref('n.user_uuid'), organization: sql.ref('n.organization_uuid') },
  sql`(${JSON.stringify(KINDS)}::jsonb -> n.kind ->> 'topic')`,
  sql.ref('n.event_uuid'),
);

/** Whether `u` of `reachedUsers` wants to be told of this at all (N2). */
export const wants = (kind: Kind) =>
  sql<boolean>`${wayOf(kind, {
    user: sql.ref('u.uuid'),
    organization: sql.ref('u.organization_uuid'),
  })} <> 'off'`;

/** When the next digest leaves, of rows 'o' and 'ou' of a club and its user. */
export const nextDigest = sql<Date>`next_digest(
  o.time_zone, coalesce(ou.digest_rhythm, o.digest_rhythm), now())`;

/** When the next digests of a club leave, by rhythm, and its own rhythm: worked out once for many. */
export const digestsOf = (organization: string) => sql`
  select digest_rhythm, next_digest(time_zone, 'daily', now()) as daily,
    next_digest(time_zone, 'weekly', now()) as weekly
  from organizations where uuid = ${organization}`;

/** The next of a user of a club, of a row 'club' of these. */
export const digestOf = (user: Expression<string>, organization: string) => sql<Date>`
  case coalesce((select digest_rhythm from organization_users
    where organization_uuid = ${organization} and user_uuid = ${user}), club.digest_rhythm)
  when 'daily' then club.daily else club.weekly end`;

/** After this it is of no use: for an answer its deadline, else the start of its event, a row 'e'. */
export const usefulUntil = (kind: Expression<string>) => sql<Date | null>`
  case when ${kind} = any(${kindsThat('until')}::text[]) then e.closes_at else e.starts_at end`;

/** Whether a digest still comes in time; what is about no event is never too late. */
export const inTime = (digest: Expression<Date>, until: Expression<Date | null>) =>
  sql<boolean>`coalesce(${digest} < ${until}, true)`;
