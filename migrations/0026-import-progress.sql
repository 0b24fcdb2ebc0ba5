-- When a slice of an import was last carried out (O5): one whose server was killed is told from one that
-- goes on, and goes on itself.
alter table imports add column carried_at timestamptz;
create index imports_under_way on imports (carried_at) where state in ('running', 'undoing');
