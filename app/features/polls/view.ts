import { counted } from '~/numbers';
import { quoted } from './wording';

/** The view model of a poll: pure, so that every case can be tested. */

/** A user's choice: none yet, one option, or a contradiction that cannot be (F4). */
export type OwnChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'chosen'; readonly option: string }
  | { readonly kind: 'broken' };

/** @param ownAnswers of one user, to the poll with these options */
export function ownChoice(
  options: ReadonlyArray<{ optionUuid: string }>,
  ownAnswers: ReadonlyArray<{ optionUuid: string }>,
): OwnChoice {
  const [answer, ...more] = ownAnswers;
  if (!answer) return { kind: 'none' };
  const meant = options.filter(({ optionUuid }) => optionUuid === answer.optionUuid);
  if (more.length > 0 || meant.length !== 1) return { kind: 'broken' };
  return { kind: 'chosen', option: answer.optionUuid };
}

/** Beside an option: either the button 'Eintragen', or its state. */
export function optionState(
  choice: OwnChoice,
  closed: boolean,
  option: string,
): 'open' | 'chosen' | 'not-chosen' {
  if (choice.kind === 'none' && !closed) return 'open';
  return choice.kind === 'chosen' && choice.option === option ? 'chosen' : 'not-chosen';
}

/** The name beside an answer. Answers are deleted with their member; one that was not must be visible (F4). */
export const answeredBy = ({ firstName, lastName }: Record<Names, string | null>) =>
  firstName === null || lastName === null
    ? 'Fehler: Mitglied nicht gefunden.'
    : `${firstName} ${lastName}`;

type Names = 'firstName' | 'lastName';

/**
 * Who chose an option: 'Anna Berg, Ben Kurz', or 'Anna Berg, Ben Kurz und 400 weitere'.
 * @param people some of them, if there are very many
 */
export function namesInWords(people: readonly Record<Names, string | null>[], count: number) {
  const names = people.map(answeredBy).join(', ');
  const more = count - people.length;
  return more > 0 ? `${names} und ${counted(more, 'weitere Person', 'weitere')}` : names;
}

/** 'Keine Antworten', '1 Antwort', '3 Antworten'. */
const answersCounted = (count: number): string =>
  count === 0 ? 'Keine Antworten' : counted(count, 'Antwort', 'Antworten');

/** The list of polls counts no further. */
export const MANY_ANSWERS = 100;

/** In the list: 'Über 100 Antworten'. */
export const answersInList = (count: number): string =>
  count > MANY_ANSWERS ? `Über ${MANY_ANSWERS} Antworten` : answersCounted(count);

/** With the share of an option in a poll's answers: '3 Antworten (60 %)'. */
export const countText = (count: number, total: number): string =>
  count === 0
    ? answersCounted(count)
    : `${answersCounted(count)} (${Math.round((count / total) * 100)} %)`;

export const ONLY_ONE_OPTION = 'Es gibt nur eine Antwortoption.';

/**
 * Warns about allowed but probably wrong options: equal ones, ignoring case and spaces, or a single
 * one. '' if there are none.
 */
export function optionsHint(options: readonly string[]): string {
  const given = options.map((option) => option.trim()).filter((option) => option !== '');
  const plain = given.map((option) =>
    option.normalize('NFKC').replace(/\s+/g, ' ').toLocaleLowerCase('de'),
  );
  const twice = given.find((_option, at) => plain.indexOf(plain[at] ?? '') < at);
  if (twice) return `Zweimal dieselbe Antwortoption: ${quoted(twice)}.`;
  return given.length === 1 ? ONLY_ONE_OPTION : '';
}
