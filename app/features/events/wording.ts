import type { EventType } from './schema';

/**
 * What is said when a registration cannot be made; the screen says it before, the operation after
 * the attempt.
 */

export const NO_LINKED_MEMBER =
  'Ihr Benutzerkonto ist mit keinem Mitglied dieser Organisation verknüpft. Bitten Sie eine Administratorin oder ' +
  'einen Administrator Ihrer Organisation um eine Einladung und nehmen Sie diese an.';
export const EVENT_FULL = 'Keine freien Plätze mehr.';
export const EVENT_OPEN = 'Die Veranstaltung ist offen für alle; eine Anmeldung ist nicht nötig.';

export const eventTypeLabels: Readonly<Record<EventType, string>> = {
  OPEN_EVENT: 'Offene Veranstaltung',
  LIMITED_EVENT: 'Begrenzte Teilnehmerzahl',
};
