import { z } from 'zod';
import { givenText, id, limit, optionalText, requiredText } from '~/kernel/fields';
import { orderedBy } from '~/kernel/keyset';
import { GERMANY } from '~/times';
import { COMING_VISIBLE, type ComingVisible } from './fields';

/** Settings for its admins (C2, J1). */
export interface OrganizationFields {
  readonly name: string;
  readonly motd: string;
  /** The IANA name of the zone that its days and times are in (X4). */
  readonly timeZone: string;
  /** The defaults for new events. */
  readonly comingVisible: ComingVisible;
}

const organizationName = requiredText(200, 'Bitte einen Namen eingeben.');

export const organizationId = z.strictObject({ organization: id });
export const organizationsByName = orderedBy([
  { field: 'name', column: 'organizations.name', type: 'text' },
  { field: 'uuid', column: 'organizations.uuid', type: 'uuid' },
]);
/** Without a user: the caller's organisations. */
export const organizationList = z.strictObject({
  user: id.optional(),
  limit: limit.optional(),
  cursor: organizationsByName.cursor.optional(),
});

const NO_ZONE = 'Diese Zeitzone gibt es nicht. Ein Beispiel: Europe/Berlin.';

/** Whether browsers and servers know a zone; Postgres is asked, too (operations.server.ts). */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('de', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** An organisation's default settings. */
const DEFAULTS = { timeZone: GERMANY, comingVisible: 'registered' } as const;

const timeZone = z
  .string(NO_ZONE)
  .trim()
  .max(64, NO_ZONE)
  .refine(isTimeZone, NO_ZONE)
  .nullable()
  .transform((zone) => zone ?? DEFAULTS.timeZone)
  .optional();
/** Screens do not ask for a time zone; an operator's club is in Germany unless a call says otherwise. */
export const founding = z.strictObject({ name: organizationName, timeZone });
const comingVisible = z
  .enum(COMING_VISIBLE, 'Bitte wählen, wer sieht, wer kommt.')
  .meta({ id: 'ComingVisible' })
  .nullable()
  .transform((visible) => visible ?? DEFAULTS.comingVisible)
  .optional();

/** Absent fields stay as they are, except for the name. */
export const organizationData = z.strictObject({
  organization: id,
  name: organizationName,
  motd: givenText(10_000).optional(),
  timeZone,
  comingVisible,
});
/** On the screen an empty field clears the message. */
export const organizationForm = organizationData.extend({ motd: optionalText(10_000) });
export const messageOfTheDay = z.strictObject({ organization: id, motd: givenText(10_000) });

const typedName = requiredText(200, 'Bitte geben Sie den Namen des Vereins ein.');

/** If given, the name must be the organisation's: the screen has people type it to confirm (C2). */
export const deletion = z.strictObject({ organization: id, name: typedName.optional() });
export const deletionForm = deletion.extend({ name: typedName });
