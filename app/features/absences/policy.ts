/**
 * Access to absences (L8): only a user's own are ever a subject, so any user may. Needing a linked
 * member is a state, not a permission (E7).
 */
export const own = (_subject: unknown): boolean => true;
