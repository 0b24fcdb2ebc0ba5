export const organizationPath = '/app/admin/organization';
export const organizationDeletionPath = `${organizationPath}/delete`;
export const foundingPath = '/app/organizations/new';
