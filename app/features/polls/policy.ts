import * as events from '~/features/events/policy';

/** Access to the polls of an event (table H). */

/** Create, delete, close and reopen polls, and remove answers. */
export const edit = events.edit;
