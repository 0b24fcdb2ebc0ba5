/** A member as the audit log names one. */
export const named = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `Mitglied „${firstName} ${lastName}“`;
