import { dateToText } from '~/dates';
import {
  type Gender,
  genderTexts,
  type MemberField,
  memberFields,
  type RecordPart,
  recordParts,
  type SeenBy,
  type StoredMember,
  writtenFieldNames,
} from '../fields';

/** What fields of members hold, and who sees them, in German. Not in wording.ts, as lists do not need it. */

/** A field as people read it; '' for none. */
export function inWord(name: MemberField, value: string | null | undefined): string {
  if (!value) return '';
  const { type } = memberFields[name];
  return type === 'day'
    ? dateToText(value)
    : type === 'gender'
      ? genderTexts[value as Gender]
      : value;
}

/** The fields of an edit as people read them; undefined stays so. */
export const inWords = (member: Partial<StoredMember>): Record<string, string | undefined> =>
  Object.fromEntries(
    writtenFieldNames.map((name) => [
      name,
      member[name] === undefined ? undefined : inWord(name, member[name]),
    ]),
  );

export const VISIBILITY = 'Angaben zu Mitgliedern';
export const CONTACT = 'Meine Kontaktdaten';

export const seenByTexts: Readonly<Record<SeenBy, string>> = {
  office: 'Nur Verwaltung',
  leaders: 'Leitung der Gruppe',
  members: 'Alle',
};

/** Beside the user's own data: who sees them unless the user releases them. */
export const seenInWords = (seenBy: SeenBy = 'office'): string =>
  ({
    office: 'Das sieht nur die Verwaltung.',
    leaders: 'Das sehen die Verwaltung und wer Ihre Gruppen leitet.',
    members: 'Das sehen alle Mitglieder.',
  })[seenBy];

/** 'E-Mail, Anschrift' */
export const partsInWords = (parts: readonly RecordPart[]): string =>
  parts.map((part) => recordParts[part]).join(', ');
