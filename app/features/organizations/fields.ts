/** Who sees the names of those who come: who may edit events, who comes too, or every member. */
export const COMING_VISIBLE = ['editors', 'registered', 'members'] as const;
export type ComingVisible = (typeof COMING_VISIBLE)[number];
