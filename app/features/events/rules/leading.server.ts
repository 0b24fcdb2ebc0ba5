import type { Powers } from '~/kernel/actor';
import { forbidden } from '~/kernel/problem';
import * as policy from '../policy';
import type { ClubEvent } from '../queries.server';

/** @throws Problem 403 if the actor may not change one of these events, as its groups may have changed */
export function requireLed(scope: Powers, events: ReadonlyArray<Pick<ClubEvent, 'groups'>>): void {
  if (!events.every((event) => policy.edit({ scope, event }))) throw forbidden();
}
