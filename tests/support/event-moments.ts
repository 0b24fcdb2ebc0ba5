/** Gives events that were written without their triggers the moments that these keep (0006-events.sql). */
export const KEEP_MOMENTS = `
  update events e set (starts_at, begun_by, ends_at, closes_at) = (
    select m.starts_at, m.begun_by, m.ends_at, coalesce(e.sign_up_until, m.starts_at)
    from organizations o,
      event_moments(e.date, e.end_date, e.start_time, e.end_time, o.time_zone) as m
    where o.uuid = e.organization_uuid)`;
