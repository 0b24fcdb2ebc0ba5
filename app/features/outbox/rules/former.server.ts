import { type RawBuilder, sql } from 'kysely';

/** The properties of an event whose changes members are told about (J10). */

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

/** The columns of an event `e`, spelled as in the details of a notification. */
const COLUMNS: Record<keyof Former, RawBuilder<unknown>> = {
  date: sql`e.date::text`,
  startTime: sql`to_char(e.start_time, 'HH24:MI')`,
  endDate: sql`e.end_date::text`,
  endTime: sql`to_char(e.end_time, 'HH24:MI')`,
  place: sql`e.place`,
};

/** `isOther()` in SQL, of a notification `n` of one date and its event `e`. */
export const isOtherThanTold = sql<boolean>`(${sql.join(
  Object.keys(COLUMNS).map((property) => sql`n.details ->> ${sql.lit(property)}`),
)}) is distinct from (${sql.join(Object.values(COLUMNS))})`;

const lastDay = ({ date, endDate }: Former) => endDate ?? date;

/** Whether an event is on other days than before: members who declined may come after all (N5). */
export function isOnOtherDays(former: Former, now: Former): boolean {
  return former.date !== now.date || lastDay(former) !== lastDay(now);
}
