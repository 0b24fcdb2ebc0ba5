-- What a mail counts as on its receiver's day is decided with everything else about it, by the program
-- (app/features/outbox/rules/kinds.server.ts), and written down when it is sent: null for messages, and
-- for what is told in another one's mail, or not at all.
alter table notifications
  add column counts_as text check (counts_as in ('club', 'events', 'places', 'digest'));

update notifications set counts_as = mail_class(kind, bulk, way)
where sent_at > now() - interval '1 day' and sent_with is null and not details ? 'withheld';

create or replace function keep_mail_counts() returns trigger language plpgsql as $$
declare
  now_ms bigint := extract(epoch from clock_timestamp()) * 1000;
begin
  insert into rate_limits as kept (key, points, expire)
  select mail_count_key(counts_as, user_uuid, organization_uuid), count(*), now_ms + 86400000
  from gone
  where counts_as is not null and sent_at > now() - interval '1 day'
  group by 1
  order by 1
  on conflict (key) do update set
    points = case when kept.expire <= now_ms then excluded.points else kept.points + excluded.points end,
    expire = case when kept.expire <= now_ms then excluded.expire else kept.expire end;
  return null;
end $$;

drop function mail_class(text, boolean, text);
