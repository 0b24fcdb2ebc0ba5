-- Those who edit members are told by mail whose contact data has changed (O3): the notification is about a
-- member, and its details say which parts.

alter table notifications
  add contact_uuid uuid,
  add constraint notifications_contact foreign key (organization_uuid, contact_uuid)
    references members (organization_uuid, uuid) on delete cascade,
  drop constraint notifications_subject,
  add constraint notifications_subject
    check (num_nonnulls(event_uuid, poll_uuid, message_uuid, contact_uuid) >= 1);
create index notifications_contact on notifications (contact_uuid) where contact_uuid is not null;
