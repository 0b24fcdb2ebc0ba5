-- The groups that an import created (O6): taken back with it, unless they are in use by then.
alter table imports add made_groups uuid[] not null default '{}';
