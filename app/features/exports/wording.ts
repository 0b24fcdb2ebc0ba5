import { memberLabels } from '~/features/members/fields';
import type { Column, Format } from './fields';

export const EXPORT_MEMBERS = 'Mitglieder exportieren';

/** As an import understands them (O7). */
export const columnLabels: Readonly<Record<Column, string>> = { ...memberLabels, groups: 'Gruppe' };

export const formatTexts: Readonly<Record<Format, string>> = {
  csv: 'CSV, für jedes Tabellenprogramm',
  xlsx: 'Excel (.xlsx)',
  vcard: 'vCard, für Adressbücher',
};

/** What the list is filtered by, apart from what the form asks. */
export const restTexts: Readonly<Record<string, (value: string) => string>> = {
  q: (q) => `Suche „${q}“`,
  year: (year) => `Geburtsjahr ${year}`,
  access: () => 'noch ohne Zugang',
};

export const messages = {
  exportFailed: { title: 'Export', message: 'Fehler beim Exportieren der Mitglieder.' },
} as const;
