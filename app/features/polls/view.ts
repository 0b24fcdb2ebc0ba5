/** What the screens of a poll make of its data: pure, so that it can be tested without any. */

/** What one user chose: nothing yet, one option, or something that cannot be (F4). */
export type Choice =
  | { readonly kind: 'none' }
  | { readonly kind: 'chosen'; readonly option: string }
  | { readonly kind: 'broken' };

export const BROKEN_CHOICE = 'Internal error. Please contact the support.';
export const MEMBER_NOT_FOUND = 'Fehler: Mitglied nicht gefunden.';

/** @param ownAnswers the answers that one user gave to the poll with these options */
export function ownChoice(
  options: ReadonlyArray<{ optionUuid: string }>,
  ownAnswers: ReadonlyArray<{ optionUuid: string }>,
): Choice {
  const [answer, ...more] = ownAnswers;
  if (!answer) return { kind: 'none' };
  const meant = options.filter(({ optionUuid }) => optionUuid === answer.optionUuid);
  if (more.length > 0 || meant.length !== 1) return { kind: 'broken' };
  return { kind: 'chosen', option: answer.optionUuid };
}

/** What stands beside an option: the button 'Eintragen', or whether it is the chosen one. */
export function optionState(
  choice: Choice,
  closed: boolean,
  option: string,
): 'open' | 'chosen' | 'not-chosen' {
  if (choice.kind === 'none' && !closed) return 'open';
  return choice.kind === 'chosen' && choice.option === option ? 'chosen' : 'not-chosen';
}

/**
 * A member as an answer names them; an answer outlives no member, but if it does it must be seen
 * (F4).
 */
export function answeredBy({
  firstName,
  lastName,
}: {
  firstName: string | null;
  lastName: string | null;
}) {
  return firstName === null || lastName === null ? MEMBER_NOT_FOUND : `${firstName} ${lastName}`;
}

/**
 * The share of an option in a poll's answers. @returns 'Keine Antworten', or such as '3 Antworten
 * (60 %)'
 */
export function countText(count: number, total: number): string {
  if (count === 0) return 'Keine Antworten';
  const share = Math.round((count / total) * 100);
  return `${count} ${count === 1 ? 'Antwort' : 'Antworten'} (${share} %)`;
}

/** An instant of the API, in UTC. @returns such as '02.03.2026, 18:05 Uhr (UTC)' */
export function instantToText(instant: string): string {
  const [year, month, day] = instant.slice(0, 10).split('-');
  return `${day}.${month}.${year}, ${instant.slice(11, 16)} Uhr (UTC)`;
}
