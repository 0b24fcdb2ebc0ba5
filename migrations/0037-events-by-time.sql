-- Lists of events go by date, then by time. One without a time begins with its day, so it comes first.

drop index events_by_date;
create index events_by_date on events
  (organization_uuid, date, coalesce(start_time, time '00:00'), uuid) include (series_uuid);
drop index events_without_series;
create index events_without_series on events
  (organization_uuid, date, coalesce(start_time, time '00:00'), uuid) where series_uuid is null;
