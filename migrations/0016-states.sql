-- The German state that an organization is in: its school holidays are breaks like the club's own
-- (L1), and its public holidays are offered first.

alter table organizations
  add state text check (state in
    ('BW', 'BY', 'BE', 'BB', 'HB', 'HH', 'HE', 'MV', 'NI', 'NW', 'RP', 'SL', 'SN', 'ST', 'SH', 'TH'));
