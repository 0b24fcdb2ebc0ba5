import { dateToText } from '~/dates';
import type { Kind, Withheld } from './schema';

export const kindTexts: Readonly<Record<Kind, string>> = {
  promoted: 'Nachgerückt von der Warteliste',
  place_free: 'Platz frei geworden',
  opened: 'Anmeldung nicht mehr nötig',
  removed: 'Von der Warteliste genommen',
  event_changed: 'Veranstaltung geändert',
  event_cancelled: 'Veranstaltung fällt aus',
  event_restored: 'Veranstaltung findet doch statt',
  event_new: 'Neue Veranstaltung',
  answer_missing: 'Erinnerung: Antwort fehlt',
  event_soon: 'Erinnerung am Tag davor',
  series_changed: 'Termine geändert',
  series_cancelled: 'Termine fallen aus',
  series_new: 'Neue Termine',
  poll_new: 'Neue Umfrage',
  poll_missing: 'Erinnerung: Umfrage',
  message: 'Rundmail aus dem Verein',
  contact_changed: 'Kontaktdaten eines Mitglieds geändert',
};

/** Why an e-mail did not come, as a sentence for the person its receiver asks. */
export const withheldTexts: Readonly<Record<Withheld, string>> = {
  off: 'Solche E-Mails sind in den Einstellungen abbestellt.',
  too_many:
    'An diesem Tag kamen aus dem Verein schon so viele E-Mails, wie wir einem Menschen zumuten.',
  unreachable: 'Der Mailserver nimmt unter dieser Adresse nichts an.',
  no_access: 'Zum Mitglied gab es kein Konto mit bestätigter Adresse mehr.',
  answered: 'Die Antwort war schon da.',
  over: 'Die Veranstaltung war schon vorbei.',
  changed: 'Bis zum Verschicken hatte sich erledigt, was darin stehen sollte.',
  unknown: 'Warum, wurde damals noch nicht notiert.',
};

export interface Untold {
  readonly kind: Kind;
  /** The name of the event. */
  readonly about: string | null;
  readonly day: string;
  readonly why: Withheld;
}

/** '12. März 2026, Erinnerung: Antwort fehlt (Training). Die Antwort war schon da.' */
export const untoldInWords = ({ kind, about, day, why }: Untold): string =>
  `${dateToText(day)}, ${kindTexts[kind]}${about ? ` (${about})` : ''}. ${withheldTexts[why]}`;
