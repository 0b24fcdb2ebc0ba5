/** What all screens for admins begin with. */
export const ADMIN = '/app/admin/';

export const organizationPath = `${ADMIN}organization`;
export const organizationDeletionPath = `${organizationPath}/delete`;
export const foundingPath = '/app/organizations/new';
