import { sql } from 'kysely';
import { scopeTexts } from '~/features/calendars/wording';
import { DEVICE_DAYS, LINK_HOURS, SESSION_DAYS, SESSION_DAYS_AT_MOST } from '~/retention';
import type { Section } from './section.server';
import { BASES } from './wording';

/** Only for users themselves, as their account is none of their clubs' business. */

const ACCOUNT_GOES = 'Bis Sie Ihr Konto löschen.';

const sections: readonly Omit<Section, 'only' | 'basis'>[] = [
  {
    name: 'account',
    table: 'users',
    title: 'Benutzerkonto',
    purpose: 'Damit Sie sich einloggen können und E-Mails Sie erreichen.',
    origin: 'Von Ihnen, bei der Registrierung oder später in „Mein Konto“.',
    storage: `${ACCOUNT_GOES} Vom Passwort ist nur ein Prüfwert gespeichert.`,
    user: 'uuid',
    also: { uuid: 'uuid' },
    newest: 'createdAt',
    fields: [
      { key: 'firstName', label: 'Vorname' },
      { key: 'lastName', label: 'Nachname' },
      { key: 'email', label: 'E-Mail' },
      { key: 'activated', label: 'E-Mail bestätigt', as: 'yesNo' },
      {
        key: 'systemAdministrator',
        column: 'admin',
        label: 'Verwaltet die Installation',
        as: 'yesNo',
      },
      { key: 'createdAt', label: 'Angelegt', as: 'moment' },
    ],
  },
  {
    name: 'sessions',
    table: 'sessions',
    title: 'Sitzungen und Geräte',
    purpose: 'Damit Sie eingeloggt bleiben, und damit Sie sehen, wo Sie eingeloggt sind.',
    origin: 'Von Ihrem Gerät, wenn Sie sich einloggen.',
    storage: `Bis Sie sich ausloggen, höchstens ${SESSION_DAYS} Tage ohne Nutzung und ${SESSION_DAYS_AT_MOST} Tage nach dem Einloggen.`,
    user: 'user_uuid',
    also: { uuid: 'uuid', activeOrganization: 'active_organization' },
    newest: 'usedAt',
    fields: [
      { key: 'userAgent', label: 'Programm', as: 'program' },
      { key: 'kind', label: 'Art', as: { browser: 'Browser', mobile: 'App' } },
      { key: 'network', label: 'Netz der letzten Nutzung' },
      { key: 'createdAt', label: 'Eingeloggt', as: 'moment' },
      { key: 'authenticatedAt', label: 'Zuletzt bestätigt', as: 'moment' },
      { key: 'codeProvedAt', label: 'Zuletzt mit einem Code bestätigt', as: 'moment' },
      { key: 'usedAt', label: 'Zuletzt benutzt', as: 'moment' },
      { key: 'validUntil', label: 'Gültig bis', as: 'moment' },
    ],
  },
  {
    name: 'knownDevices',
    table: 'known_devices',
    title: 'Bekannte Geräte',
    purpose:
      'Damit wir Ihnen schreiben, wenn sich jemand auf einem neuen Gerät in Ihr Konto einloggt.',
    origin: 'Von Ihrem Gerät, wenn Sie sich einloggen.',
    storage: `Bis das Gerät ${DEVICE_DAYS} Tage nicht benutzt wurde oder Sie Ihr Konto löschen. Vom Gerät ist nur ein Prüfwert gespeichert.`,
    user: 'user_uuid',
    newest: 'lastUsedAt',
    fields: [
      { key: 'firstUsedAt', label: 'Zuerst benutzt', as: 'moment' },
      { key: 'lastUsedAt', label: 'Zuletzt benutzt', as: 'moment' },
    ],
  },
  {
    name: 'secondFactor',
    table: 'totp',
    title: 'Handy-Code',
    purpose: 'Damit Ihr Passwort allein nicht reicht, um sich einzuloggen.',
    origin: 'Von Ihnen, unter „Mein Konto“.',
    storage:
      'Bis Sie ihn abschalten oder Ihr Konto löschen. Der Schlüssel ist verschlüsselt gespeichert und steht nicht hier.',
    user: 'user_uuid',
    newest: 'createdAt',
    fields: [
      { key: 'createdAt', label: 'Begonnen', as: 'moment' },
      { key: 'confirmedAt', label: 'Eingeschaltet', as: 'moment' },
      {
        key: 'lastUsedAt',
        column: null,
        // Its codes are numbered by half minutes.
        from: sql`to_timestamp(nullif(t.last_step, 0) * 30)`,
        label: 'Zuletzt benutzter Code',
        as: 'moment',
      },
    ],
  },
  {
    name: 'recoveryCodes',
    table: 'recovery_codes',
    title: 'Wiederherstellungscodes',
    purpose: 'Damit Sie sich auch ohne Ihre Authenticator-App einloggen können.',
    origin: 'Entstehen, wenn Sie einen Handy-Code einrichten oder neue Codes erzeugen.',
    storage:
      'Bis Sie neue erzeugen oder den Handy-Code abschalten. Von jedem Code ist nur ein Prüfwert gespeichert.',
    user: 'user_uuid',
    newest: 'createdAt',
    fields: [
      { key: 'createdAt', label: 'Erzeugt', as: 'moment' },
      { key: 'usedAt', label: 'Benutzt', as: 'moment' },
    ],
  },
  {
    name: 'codes',
    table: 'codes',
    title: 'Links in E-Mails',
    purpose: 'Um eine Adresse zu bestätigen oder ein neues Passwort zu setzen.',
    origin: 'Entsteht, wenn Sie so einen Link anfordern.',
    storage: `Bis der Link ungültig wird: nach ${LINK_HOURS} Stunden, für ein neues Passwort nach einer Stunde.`,
    user: 'user_uuid',
    newest: 'createdAt',
    fields: [
      {
        key: 'purpose',
        label: 'Zweck',
        as: { activation: 'Adresse bestätigen', password: 'Neues Passwort', email: 'Neue Adresse' },
      },
      { key: 'email', label: 'Neue Adresse' },
      { key: 'createdAt', label: 'Verschickt', as: 'moment' },
      { key: 'expiresAt', label: 'Gültig bis', as: 'moment' },
      { key: 'usedAt', label: 'Benutzt', as: 'moment' },
    ],
  },
  {
    name: 'calendarFeeds',
    table: 'calendar_feeds',
    title: 'Kalender-Abos',
    purpose: 'Damit Ihr Kalender Ihre Termine holen kann, und damit ihn niemand überlastet.',
    origin: 'Von Ihnen, und von dem Programm, das den Kalender abruft.',
    storage: 'Bis Sie das Abo oder Ihr Konto löschen.',
    user: 'user_uuid',
    also: { organization: 'organization_uuid' },
    newest: 'createdAt',
    fields: [
      { key: 'label', label: 'Name' },
      {
        key: 'scope',
        label: 'Inhalt',
        as: { mine: scopeTexts.mine.label, all: scopeTexts.all.label },
      },
      { key: 'createdAt', label: 'Erstellt', as: 'moment' },
      { key: 'usedAt', label: 'Zuletzt abgerufen', as: 'moment' },
      { key: 'calls', column: 'calls_in_hour', label: 'Abrufe in der Stunde' },
      { key: 'countedSince', column: 'hour', label: 'Gezählt seit', as: 'moment' },
    ],
  },
];

export const accountSections: readonly Section[] = sections.map((section) => ({
  ...section,
  only: 'user',
  basis: BASES.account,
}));
