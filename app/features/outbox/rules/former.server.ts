/** The properties of an event whose changes members are told about (J10): pure. */

/** When and where an event is; in the details of a notification, before the change (J10). */
export interface Former {
  readonly date: string;
  readonly startTime: string | null;
  readonly endDate: string | null;
  readonly endTime: string | null;
  readonly place: string;
}

/** Whether an event has another date, time or place than before. */
export function isOther(former: Former, now: Former): boolean {
  return isMoved(former, now) || former.place !== now.place;
}

/** Whether an event is at another time than before. */
export function isMoved(former: Former, now: Former): boolean {
  const fields = ['date', 'startTime', 'endTime'] as const;
  return fields.some((field) => former[field] !== now[field]) || lastDay(former) !== lastDay(now);
}

const lastDay = ({ date, endDate }: Former) => endDate ?? date;

/** Whether an event is on other days than before: members who declined may come after all (N5). */
export function isOnOtherDays(former: Former, now: Former): boolean {
  return former.date !== now.date || lastDay(former) !== lastDay(now);
}
