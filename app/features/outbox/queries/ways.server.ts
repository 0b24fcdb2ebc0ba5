import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { KINDS, kindsThat, NEWS } from '../rules/kinds.server';
import { isKeptQuiet, type Night } from '../rules/quiet.server';
import { DEFAULT_WAYS, type Kind, type Topic, type Way } from '../schema';

/**
 * How a user is told about what. The one definition, used by the count of receivers, by filling and
 * draining the outbox, and by the mail itself.
 */

interface Receiver {
  readonly user: Expression<string | null>;
  readonly organization: Expression<string>;
}

/**
 * How a user is told about a topic: by their own choice, else their club's, else DEFAULT_WAYS (N2);
 * null without a topic, for mails that are always sent.
 */
export const chosenWay = ({
  user,
  organization,
  topic,
}: Receiver & { readonly topic: Expression<Topic | null> }) => sql<Way | null>`coalesce(
  (select s.way from notification_settings s
    where s.user_uuid = ${user} and s.organization_uuid = ${organization} and s.topic = ${topic}),
  ${defaultWay(organization, topic)})`;

/** How users are told who have chosen nothing; without a club, those of clubs that have not. */
export const defaultWay = (
  organization: Expression<string>,
  topic: Expression<Topic | null>,
) => sql<Way | null>`coalesce(
  (select d.way from notification_defaults d
    where d.organization_uuid = ${organization} and d.topic = ${topic}),
  ${JSON.stringify(DEFAULT_WAYS)}::jsonb ->> ${topic})`;

/** For many users at once, about what has no groups: what those of a club have chosen … */
export const chosenIn = (organization: string, kind: Kind) => sql`
  select user_uuid, way from notification_settings
  where organization_uuid = ${organization} and topic = ${KINDS[kind].topic}`;

/** … and the default for all others. */
export const defaultIn = (organization: string, kind: Kind) =>
  defaultWay(sql`${organization}::uuid`, sql`${KINDS[kind].topic}::text`);

/**
 * How a user is told about an event: no news for users who have switched off its groups (U9), and a
 * separate topic for upcoming dates of a series (Y6).
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

/** How a user is told about this, for an event if there is one. */
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

/** How the receiver of a notification 'n' is told about it; null for mails that are always sent. */
export const wayOfNotification = effectiveWay(
  { user: sql.ref('n.user_uuid'), organization: sql.ref('n.organization_uuid') },
  sql`(${JSON.stringify(KINDS)}::jsonb -> n.kind ->> 'topic')`,
  sql.ref('n.event_uuid'),
);

/** Whether `u` of `reachedUsers` gets mails about this: wants any (N2), and their address takes them (N13). */
export const getsMail = (kind: Kind) =>
  sql<boolean>`${wayOf(kind, {
    user: sql.ref('u.uuid'),
    organization: sql.ref('u.organization_uuid'),
  })} <> 'off' and not u.blocked`;

/** When the next digest is sent, for rows 'o' and 'ou' of a club and its user. */
export const nextDigest = sql<Date>`next_digest(
  o.time_zone, coalesce(ou.digest_rhythm, o.digest_rhythm), now())`;

/** The columns of a Night, for rows 'o' and 'e' of a club and an event, if there is one. */
export const nightColumns = sql`now() as now, e.starts_at as start,
  end_of_quiet(o.time_zone, now()) as "quietUntil"`;

/**
 * Until when mails wait that are queued now.
 * @param config whether there are quiet hours (QUIET_HOURS)
 * @param event null if they are about none
 * @returns '8:00' by the club's clock; null if they leave at once
 */
export async function quietUntil(
  db: Database,
  config: { readonly quietHours: boolean },
  kind: Kind,
  { organization, event }: { readonly organization: string; readonly event: string | null },
): Promise<string | null> {
  if (!config.quietHours) return null;
  const { rows } = await sql<Night & { at: string }>`
    select *, to_char("quietUntil" at time zone zone, 'FMHH24:MI') as at
    from (
      select ${nightColumns}, o.time_zone as zone
      from organizations o left join events e on e.uuid = ${event}
      where o.uuid = ${organization}
    ) as night`.execute(db);
  const [night] = rows;
  return night && isKeptQuiet(night, kind, 'mail') ? night.at : null;
}

/** When a club's next digests are sent, by rhythm, and its own rhythm: computed once for many. */
export const digestsOf = (organization: string) => sql`
  select digest_rhythm, next_digest(time_zone, 'daily', now()) as daily,
    next_digest(time_zone, 'weekly', now()) as weekly
  from organizations where uuid = ${organization}`;

/** A user's next digest, from a row 'club' of these. */
export const digestOf = (user: Expression<string>, organization: string) => sql<Date>`
  case coalesce((select digest_rhythm from organization_users
    where organization_uuid = ${organization} and user_uuid = ${user}), club.digest_rhythm)
  when 'daily' then club.daily else club.weekly end`;

/** When it becomes useless: the deadline for an answer, else the start of its event, a row 'e'. */
export const usefulUntil = (kind: Expression<string>) => sql<Date | null>`
  case when ${kind} = any(${kindsThat('until')}::text[]) then e.closes_at else e.starts_at end`;

/** Whether a digest still comes in time; without an event it is never too late. */
export const inTime = (digest: Expression<Date>, until: Expression<Date | null>) =>
  sql<boolean>`coalesce(${digest} < ${until}, true)`;
