import { homePath } from './shell';

/** Visitors are sent on to the log-in. */
export const BACK = { to: homePath, label: 'Übersicht' };

export const imprintPath = '/app/imprint';
export const privacyPath = '/app/privacy';
