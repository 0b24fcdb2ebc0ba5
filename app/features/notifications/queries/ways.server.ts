import { type Expression, sql } from 'kysely';
import { chosenWay, type Told } from '~/features/outbox/queries/ways.server';
import type { Way } from '~/features/outbox/schema';
import { KINDS } from '../kinds.server';
import { NEWS } from '../schema';

/**
 * How somebody is told of a topic of an event (chosenWay): none of its news for users who have switched off
 * its groups (U9); and that the date of a series is near is a topic of its own (Y6).
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
