import { type Expression, sql } from 'kysely';
import { DEFAULT_WAYS, type Topic, type Way } from '../schema';

export interface Told {
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

/** Whether the user of a row of 'ou' wants to be told of this at all (N2). */
export const wants = (topic: Topic) =>
  sql<boolean>`${chosenWay({
    user: sql.ref('ou.user_uuid'),
    organization: sql.ref('ou.organization_uuid'),
    topic: sql.val(topic),
  })} <> 'off'`;
