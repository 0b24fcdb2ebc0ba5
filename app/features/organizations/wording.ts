import type { ComingVisible } from './fields';
import type { OrganizationFields } from './schema';

export const comingVisibleTexts: Readonly<Record<ComingVisible, string>> = {
  editors: 'Nur wer Veranstaltungen bearbeitet',
  registered: 'Wer selbst kommt',
  members: 'Alle Mitglieder',
};

/** The fields as people read them. */
export const inWords = ({ name, motd, timeZone, comingVisible }: OrganizationFields) => ({
  name,
  motd,
  timeZone,
  comingVisible: comingVisibleTexts[comingVisible],
});

/** The log entry, which the screen leaves out, as it says nothing about the club. */
export const SWITCHED = 'Zu dieser Organisation gewechselt';

type Named = { name: string };

export const tooManyClubs = (most: number) =>
  `Sie gehören schon zu ${most} Vereinen, mehr geht nicht. Verlassen Sie bitte zuerst einen, unter „Mein Konto“.`;

/** Notifications (B6). Those marked 'own' have no wording in the specification. */
export const messages = {
  organizationSaved: ({ name }: Named) => ({ title: `${name} gespeichert.` }), // own
  organizationSaveFailed: { title: 'Organisation', message: 'Fehler beim Speichern der Daten.' }, // own
  organizationLoadFailed: { title: 'Organisation', message: 'Fehler beim laden der Daten.' },
  organizationFounded: ({ name }: Named) => ({ title: `${name} erstellt.` }), // own
  organizationFoundFailed: {
    title: 'Organisation',
    message: 'Organisation erstellen ist fehlgeschlagen.',
  }, // own
  organizationDeleted: ({ name }: Named) => ({ title: `${name} gelöscht.` }), // own
  organizationDeleteFailed: {
    title: 'Organisation',
    message: 'Fehler beim Löschen des Vereins.',
  }, // own
} as const;
