-- The record of a member (O1): how to reach them, and when they came and left. Numbers are kept as
-- typed.

alter table members
  add email text not null default '' check (length(email) <= 254),
  add phone text not null default '' check (length(phone) <= 50),
  add mobile text not null default '' check (length(mobile) <= 50),
  add birthday date check (birthday >= '1900-01-01'),
  add gender text check (gender in ('m', 'w', 'd')),
  add joined_on date check (joined_on >= '1900-01-01'),
  add left_on date check (left_on >= '1900-01-01'),
  add street text not null default '' check (length(street) <= 200),
  add postal_code text not null default '' check (length(postal_code) <= 20),
  add city text not null default '' check (length(city) <= 100),
  -- What the member has shown to all members (O2).
  add released text[] not null default '{}'
    check (released <@ array['email', 'phone', 'mobile', 'address']);
-- For the filters of the list (O11).
create index members_by_birthday on members (organization_uuid, birthday) where birthday is not null;

-- Who sees what of its members' records, as a club has decided (O2): where it has not, those who look
-- after members. 'leaders' are those of a group that the member belongs to.
create table member_visibility (
  organization_uuid uuid not null references organizations on delete cascade,
  part text not null
    check (part in ('email', 'phone', 'mobile', 'address', 'birthday', 'gender', 'joined', 'left')),
  seen_by text not null check (seen_by in ('leaders', 'members')),
  primary key (organization_uuid, part)
);
