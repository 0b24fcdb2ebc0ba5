import type { Database } from '#db/connection';
import { namedGroups } from '~/features/groups/queries.server';
import type { Scope } from '~/kernel/actor';
import * as policy from './policy';
import { GONE_GROUP } from './wording';

/** A group that an event can be for. */
export interface Choosable {
  readonly uuid: string;
  readonly name: string;
}

/**
 * The groups from which somebody chooses whom an event is for (U3): those in use, for leaders their
 * own, and whatever it is for already.
 */
export async function choosableGroups(
  db: Database,
  scope: Scope,
  chosen: readonly string[],
): Promise<Choosable[]> {
  const isOffered = (uuid: string) => policy.editAll({ scope }) || scope.leads.includes(uuid);
  const all = await namedGroups(db, scope);
  const inUse = all.filter(
    ({ uuid, archivedAt }) => chosen.includes(uuid) || (!archivedAt && isOffered(uuid)),
  );
  const gone = chosen.filter((uuid) => all.every((group) => group.uuid !== uuid));
  return [
    ...inUse.map(({ uuid, name }) => ({ uuid, name })),
    ...gone.map((uuid) => ({ uuid, name: GONE_GROUP })),
  ];
}
