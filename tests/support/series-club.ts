import type { Pool } from 'pg';

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** The Monday of the week of a day. @param day 'YYYY-MM-DD' */
function mondayOf(day: string): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

/**
 * Weekly series of a club: each has so many dates, a week apart, from the week of a day on.
 * @returns their ids
 */
export async function weeklySeries(
  pool: Pool,
  { uuid: organization }: { uuid: string },
  { count = 12, dates = 100, from }: { count?: number; dates?: number; from: string },
): Promise<string[]> {
  const made: string[] = [];
  for (let nth = 0; nth < count; nth++) {
    const weekday = nth % 7;
    const { rows } = await pool.query<{ uuid: string }>(
      `insert into series (organization_uuid, rule, starts_on, template)
       values ($1, $2, $3::date + $4::int, '{}') returning uuid`,
      [organization, `FREQ=WEEKLY;BYDAY=${WEEKDAYS[weekday]}`, mondayOf(from), weekday],
    );
    const series = rows[0]?.uuid ?? '';
    await pool.query(
      `insert into events (organization_uuid, name, date, event_type, max_participants, start_time,
         place, series_uuid, series_date)
       select $1, $2, day, 'LIMITED_EVENT', 30, $3::time, 'Turnhalle Schulstraße', $4, day
       from (select $5::date + $6::int + 7 * n as day from generate_series(0, $7::int - 1) n) d`,
      [
        organization,
        `Training der Abteilung ${nth + 1}`,
        `${15 + (nth % 6)}:30`,
        series,
        mondayOf(from),
        weekday,
        dates,
      ],
    );
    made.push(series);
  }
  return made;
}
