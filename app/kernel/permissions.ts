import type { Permission } from './actor';

/** What screens call the permissions (C3). */
export const permissionLabels: Readonly<Record<Permission, string>> = {
  ORGANIZATION_ADMIN: 'Administration',
  EDIT_EVENTS: 'Veranstaltungen bearbeiten',
  EDIT_MEMBERS: 'Mitglieder bearbeiten',
};
