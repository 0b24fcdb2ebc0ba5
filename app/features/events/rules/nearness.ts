/**
 * How near an event is that has yet to end, and its time. Of one that began before today no time,
 * which would read as one of today.
 * @param ahead days from the club's today to its first one
 */
export function nearness({
  ahead,
  over,
  cancelledAt,
  startTime,
}: {
  readonly ahead: number;
  readonly over: boolean;
  readonly cancelledAt: Date | null;
  readonly startTime: string | null;
}): { readonly when?: 'Heute' | 'Morgen'; readonly startTime: string | null } {
  if (over || cancelledAt || ahead > 1) return { startTime };
  if (ahead === 1) return { when: 'Morgen', startTime };
  return { when: 'Heute', startTime: ahead < 0 ? null : startTime };
}
