/** Who sees the names of those who come: event editors, others who come, or every member. */
export const COMING_VISIBLE = ['editors', 'registered', 'members'] as const;
export type ComingVisible = (typeof COMING_VISIBLE)[number];
