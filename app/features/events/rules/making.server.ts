import type { Database } from '#db/connection';
import type { Actor, Scope } from '~/kernel/actor';
import type { Limits } from '~/kernel/services.server';
import { longTexts } from '../fields';
import { type ClubEvent, eventColumns, eventValues } from '../queries.server';
import { blankEvent, clubOf, resolveFields } from '../resolving.server';
import type { GivenFields } from '../schema';
import { requireReach } from '../updating.server';
import { countMade } from './budgets.server';

/**
 * Inserts an event, which the caller announces.
 * @throws Problem 422 if its fields contradict each other or it is for groups out of reach; 429
 */
export async function insertEvent(
  db: Database,
  actor: Actor,
  { organization, ...given }: GivenFields & { organization: string },
  scope: Scope,
  limits: Limits,
): Promise<ClubEvent> {
  const club = await clubOf(db, organization);
  const { fields, requireSense } = await resolveFields(db, given, blankEvent(club), club);
  requireSense();
  requireReach(scope, fields.groups);
  await countMade(db, actor, { limits, count: 1, texts: longTexts(fields) });
  return db
    .insertInto('events')
    .values({ organization_uuid: scope.organization, ...eventValues(fields) })
    .returning(eventColumns)
    .executeTakeFirstOrThrow();
}
