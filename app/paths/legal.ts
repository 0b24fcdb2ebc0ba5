import { homePath } from './shell';

/** Where one came from, most likely; who is not logged in is sent on. */
export const BACK = { to: homePath, label: 'Zurück' };

export const imprintPath = '/app/imprint';
export const privacyPath = '/app/privacy';
