import { z } from 'zod';
import { daysBetween } from '~/dates';
import { day, id } from '~/kernel/fields';
import { typedDay } from '~/kernel/time-fields';

/** The most days of one absence, beyond its first. */
const MOST_DAYS = 366;
/** Absences of one member that are not over. */
export const MOST_ABSENCES = 50;

interface Days {
  readonly from: string;
  /** Left out, or null: one day. */
  readonly until?: string | null;
}

/** Checks that the days are in order, and not too many. */
function inARow({ from, until }: Days, context: z.core.$RefinementCtx): void {
  const refuse = (message: string) =>
    context.addIssue({ code: 'custom', path: ['until'], message });
  if (!until) return;
  if (until < from) refuse('Der letzte Tag liegt vor dem ersten.');
  else if (daysBetween(from, until) > MOST_DAYS) refuse('Höchstens ein Jahr auf einmal.');
}

const days = z.strictObject({ organization: id, from: day, until: day.nullish() });

export const newAbsence = days.superRefine(inARow);
export const absenceForm = days.extend({ until: typedDay }).superRefine(inARow);

export const absenceId = z.strictObject({ absence: id });
