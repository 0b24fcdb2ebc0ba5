import { homePath } from './shell';

/** Probably the previous page; visitors are sent on to the log-in. */
export const BACK = { to: homePath, label: 'Zurück' };

export const imprintPath = '/app/imprint';
export const privacyPath = '/app/privacy';
