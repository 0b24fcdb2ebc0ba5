import { dateToText, dayToText } from '~/dates';
import type { Affiliation } from '~/kernel/actor';

/** Notifications (B6). Those marked 'own' have no wording in the specification. */
export const messages = {
  organizationSelectFailed: {
    title: 'Organisation',
    message: 'Fehler beim Wechseln des Vereins.',
  }, // own
} as const;

type Overdue = Pick<Affiliation, 'name' | 'factorDueOn' | 'resting'>;

/**
 * What an admin without a second factor is told on every screen of a club that requires one (T6).
 * @param due from when, ISO 8601
 */
export function factorBanner({ name, factorDueOn, resting }: Overdue, due: string) {
  const day = factorDueOn ?? '';
  if (resting)
    return {
      title: 'Ihre Berechtigungen ruhen, bis Sie einen Handy-Code einrichten.',
      text: `Seit dem ${dateToText(day)} braucht ihn, wer ${name} verwaltet.`,
    };
  if (Date.parse(due) > Date.now())
    return {
      title: `Ab ${dayToText(day)} brauchen Sie einen Handy-Code.`,
      text: `Das gilt für alle, die ${name} verwalten. Ohne ihn ruhen dann Ihre Berechtigungen.`,
    };
  return {
    title: 'Bitte richten Sie einen Handy-Code ein.',
    text:
      `Seit dem ${dateToText(day)} braucht ihn, wer ${name} verwaltet. Ihre Berechtigungen ruhen nur ` +
      'deshalb noch nicht, weil auch sonst niemand in der Verwaltung einen hat.',
  };
}
