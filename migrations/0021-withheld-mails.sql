-- Why what was noted was never told, as whoever looks after members is asked by the member; null for
-- what was, or still waits. Goes with the row. What counts on somebody's day follows from the row, so
-- nothing is written down about that any more.
alter table notifications add column withheld text check (length(withheld) <= 40);
update notifications set withheld = 'unknown', details = details - 'withheld'
where details ? 'withheld';

-- Whether a row is a mail that counts on its receiver's day; messages have limits of their own (N12).
create function counts_on_day(sent_at timestamptz, sent_with bigint, withheld text, kind text, way text)
returns boolean language sql stable
return sent_at > now() - interval '1 day' and sent_with is null and withheld is null
  and not (kind = 'message' and way = 'mail');

create or replace function keep_mail_counts() returns trigger language plpgsql as $$
declare
  now_ms bigint := extract(epoch from clock_timestamp()) * 1000;
begin
  insert into rate_limits as kept (key, points, expire)
  select mail_count_key('day', user_uuid, organization_uuid), count(*), now_ms + 86400000
  from gone
  where counts_on_day(sent_at, sent_with, withheld, kind, way)
  group by 1
  order by 1
  on conflict (key) do update set
    points = case when kept.expire <= now_ms then excluded.points else kept.points + excluded.points end,
    expire = case when kept.expire <= now_ms then excluded.expire else kept.expire end;
  return null;
end $$;

alter table notifications drop column counts_as;
