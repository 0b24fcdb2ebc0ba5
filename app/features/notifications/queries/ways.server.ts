import { type Expression, sql } from 'kysely';
import { KINDS } from '../kinds.server';
import { DEFAULT_WAYS, NEWS, type Topic, type Way } from '../schema';

interface Told {
  readonly user: Expression<string | null>;
  readonly organization: Expression<string>;
  readonly topic: Expression<Topic | null>;
}

/**
 * How somebody is told of a topic: as they chose, else as their club has it, else as DEFAULT_WAYS
 * says (N2). The only place that knows; null without a topic, for what is always sent.
 */
export const chosenWay = ({ user, organization, topic }: Told) => sql<Way | null>`coalesce(
  (select s.way from notification_settings s
    where s.user_uuid = ${user} and s.organization_uuid = ${organization} and s.topic = ${topic}),
  (select d.way from notification_defaults d
    where d.organization_uuid = ${organization} and d.topic = ${topic}),
  ${JSON.stringify(DEFAULT_WAYS)}::jsonb ->> ${topic})`;

/**
 * The same of an event: none of its news for users who have switched off its groups (U9); and that
 * the date of a series is near is a topic of its own (Y6).
 */
export const wayOfEvent = (told: Told, event: Expression<string | null>) => sql<Way | null>`case
  when ${told.topic} = any(${NEWS}::text[]) and mutes_news(${told.user}, ${event}) then 'off'
  when ${told.topic} = 'event_soon'
    and (select series_uuid from events where uuid = ${event}) is not null
    then ${chosenWay({ ...told, topic: sql`'series_soon'` })}
  else ${chosenWay(told)} end`;

/** That of a notification 'n' for its receiver; null for what is always sent. */
export const wayOfNotification = wayOfEvent(
  {
    user: sql.ref('n.user_uuid'),
    organization: sql.ref('n.organization_uuid'),
    topic: sql`(${JSON.stringify(KINDS)}::jsonb -> n.kind ->> 'topic')`,
  },
  sql.ref('n.event_uuid'),
);
