import { listSearch } from './members';

/** The URLs of importing members from a table (O5), and of exporting them (O7). */

/** Where a table is chosen. */
export const importsPath = '/app/members/import';

/** @param step '' is the preview, and later what became of it */
export function importPath(uuid: string, step: '' | '/columns' | '/undo' = ''): string {
  return `${importsPath}/${uuid}${step}`;
}

/** @param search the query of the list that is exported; by default all members are */
export const exportPath = (search = '') => `/app/members/export${listSearch(search)}`;

/** Where its file is. */
export const exportFilePath = '/app/members/export/file';
