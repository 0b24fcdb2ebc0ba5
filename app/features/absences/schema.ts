import { z } from 'zod';
import { day, id } from '~/kernel/fields';
import { atMost, typedDay } from '~/kernel/time-fields';

/** The most days of one absence, beyond its first. */
const MOST_DAYS = 366;
/** Absences of one member that are not over. */
export const MOST_ABSENCES = 50;

/** Without `until` it is one day. */
const days = z.strictObject({ organization: id, from: day, until: day.nullish() });

const isAYear = atMost(MOST_DAYS, 'Höchstens ein Jahr auf einmal.');

export const newAbsence = days.superRefine(isAYear);
export const absenceForm = days.extend({ until: typedDay }).superRefine(isAYear);

export const absenceId = z.strictObject({ absence: id });
