import { daysFrom } from '~/dates.server';
import type { TestApp } from './app';
import { eventSetting, inDays } from './events';
import { makeSeries, weekdayOf } from './series';

/** A weekly series of eight dates, the second of which somebody has signed up for. */
export async function seriesSetting(app: TestApp) {
  const club = await eventSetting(app);
  const series = await makeSeries(app, club.organization, {
    rule: `FREQ=WEEKLY;BYDAY=${weekdayOf(inDays(7))};COUNT=8`,
    max: 5,
    event: { start_time: '18:00', end_time: '20:00', place: 'Halle' },
  });
  const day = (at: number) => daysFrom(series.event.date, 7 * at);
  const date = (at: number) => series.dates.get(day(at)) ?? '';
  await app.make.registration({ uuid: date(1), organization: club.organization.uuid }, club.member);
  return { ...club, app, series, day, date };
}

type Setting = Awaited<ReturnType<typeof seriesSetting>>;

/** The events of the club, by day, as far as edits of series change them. */
export const stored = ({ app, series: { organization } }: Setting) =>
  app.db
    .selectFrom('events')
    .select([
      'uuid',
      'date',
      'series_uuid as series',
      'place',
      'own_fields as own',
      'cancelled_at as cancelledAt',
      'version',
    ])
    .where('organization_uuid', '=', organization)
    .orderBy('date')
    .execute();

/** What the form of a date posts. */
export const typed = ({ day }: Setting, at: number, fields: Record<string, string>) => ({
  name: 'Training',
  date: day(at),
  eventType: 'LIMITED_EVENT',
  maxParticipants: '5',
  startTime: '18:00',
  endTime: '20:00',
  place: 'Halle',
  ...fields,
});
