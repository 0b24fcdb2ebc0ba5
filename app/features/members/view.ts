import { counted } from '~/numbers';
import type { Belongings } from './queries.server';

/** A phrase for each thing that is deleted with a member. */
export function losses({
  registrations,
  participations,
  answers,
  linked,
  invited,
}: Belongings): string[] {
  return [
    registrations > 0 && counted(registrations, 'Zusage oder Anmeldung', 'Zusagen und Anmeldungen'),
    participations > 0 &&
      counted(participations, 'Teilnahme an einer Veranstaltung', 'Teilnahmen an Veranstaltungen'),
    answers > 0 && counted(answers, 'Antwort in einer Umfrage', 'Antworten in Umfragen'),
    linked && 'die Verknüpfung mit dem Benutzer',
    invited && 'die offene Einladung',
  ].filter((phrase) => phrase !== false);
}
