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
  add city text not null default '' check (length(city) <= 100);
