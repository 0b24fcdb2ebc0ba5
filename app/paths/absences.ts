/** The URLs of the screens. */
export const absencesPath = '/app/absences';

export const withdrawalPath = (absence: string) => `${absencesPath}/${absence}/withdrawal`;
