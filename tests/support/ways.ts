import { sql } from 'kysely';
import { chosenWay } from '~/features/outbox/queries/ways.server';
import type { Topic } from '~/features/outbox/schema';
import type { TestApp } from './app';
import { rowsOf } from './rows';

/** How a user is told about a topic, as the outbox sees it. */
export async function wayOf(
  { db }: Pick<TestApp, 'db'>,
  organization: { uuid: string },
  user: { uuid: string },
  topic: Topic,
) {
  const { way } = await db
    .selectNoFrom(
      chosenWay({
        user: sql`${user.uuid}::uuid`,
        organization: sql`${organization.uuid}::uuid`,
        topic: sql.val(topic),
      }).as('way'),
    )
    .executeTakeFirstOrThrow();
  return way;
}

/** What a user has chosen, as it is stored. */
export const choicesOf = ({ db }: Pick<TestApp, 'db'>, user: { uuid: string }) =>
  rowsOf(
    db,
    'notification_settings',
    { user_uuid: user.uuid },
    ['topic', 'way', 'former'],
    ['topic'],
  );
