import { z } from 'zod';
import { only } from '~/doors/wire';
import type { Absence } from './queries.server';

/** The API's shapes (L8). */

const comingEvent = z.object({
  uuid: z.guid(),
  name: z.string(),
  date: z.iso.date(),
  waiting: z.boolean(),
});

export const absence = z
  .object({
    uuid: z.guid(),
    from: z.iso.date(),
    until: z.iso.date(),
    declined: z.int(),
    /** How many events the member is signed up for, or waits for; `events` has the first of them. */
    coming: z.int(),
    events: z.array(comingEvent),
  })
  .meta({ id: 'Absence' });

export const absences = z.array(absence);

export const absenceToWire = only(absence);

export const absencesToWire = (read: { absences: readonly Absence[] }) =>
  read.absences.map(absenceToWire);
