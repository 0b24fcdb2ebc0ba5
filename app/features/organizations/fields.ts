/** Groups of an organisation, as Postgres counts them (keep_few_groups(), 0014-groups.sql). */
export const MOST_GROUPS = 200;

/** Who sees the names of those who come: event editors, others who come, or every member. */
export const COMING_VISIBLE = ['editors', 'registered', 'members'] as const;
export type ComingVisible = (typeof COMING_VISIBLE)[number];
