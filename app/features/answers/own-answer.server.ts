import { daysInShort } from '~/dates';
import type { ClubEvent } from '~/features/events/queries.server';
import { mostCompanions, type Obstacles, obstacles } from '~/features/events/rules/answering';
import type { OwnAnswer } from './queries.server';
import type { ANSWERINGS } from './schema';
import { obstacleInWords, promotionInWords } from './view';
import {
  EVENT_BEGUN,
  JOIN_WAITING_LIST,
  LEAVE_WAITING_LIST,
  nextInLine,
  TAKE_PLACE,
  turnOf,
} from './wording';

/** What a member can answer on the page of an event; pure, so that every case can be tested. */

/** What a button does to the answer. */
export type ButtonAction = (typeof ANSWERINGS)[number];

interface AnswerButton {
  readonly label: string;
  readonly does: ButtonAction;
}

interface View {
  /** The answer so far, or the question. */
  readonly title: string;
  /** Why something is not possible, or what comes next. */
  readonly hint?: string;
  readonly buttons: readonly AnswerButton[];
}

interface Asked {
  readonly event: ClubEvent;
  readonly own: OwnAnswer;
  readonly linked: boolean;
  /** May answer past deadlines (J7). */
  readonly late: boolean;
  /** Its end has come, or its last day is over. */
  readonly past: boolean;
}

/** Null if the event is cancelled, or takes no answer (any more) and has none. */
export function ownAnswerView(asked: Asked) {
  const { event, own, past } = asked;
  if (event.cancelledAt) return null;
  const asks = event.takesAnswers && !past;
  if (!asks && (own.answer === null || (own.answer !== 'yes' && !event.takesAnswers))) return null;
  const found = obstacles(event, asked);
  const answered = { yes: registered, waiting, no: unregistered }[own.answer ?? 'no'](asked, found);
  // Nothing can be done about a past event.
  const view: View = past ? { title: answered.title, buttons: [] } : answered;
  const told = { places: own.places, note: own.note, companions: mostCompanions(event) };
  return {
    answer: own.answer,
    ...view,
    /** An absence declined it (L8). */
    ...(own.absent && { absent: true }),
    /** Details of an answer that can be given or changed. */
    ...(isOpen(asked, view) && { told }),
  };
}

export type OwnAnswerView = NonNullable<ReturnType<typeof ownAnswerView>>;

/** Whether there is an answer that can have details. */
function isOpen({ event, own, late, past }: Asked, { buttons }: View): boolean {
  if (past || !event.takesAnswers) return false;
  return own.answer === null ? buttons.length > 0 : late || !event.begun;
}

function registered({ event, own }: Asked, { no: obstacle }: Obstacles): View {
  const { said, no } = wordsOf(event);
  const others = own.places - 1;
  const title = others > 0 ? `${said} Begleitpersonen: ${others}` : said;
  return obstacle
    ? { title, hint: obstacleInWords(obstacle, event), buttons: [] }
    : { title, buttons: [no] };
}

function unregistered({ event, own }: Asked, found: Obstacles): View {
  const { yes } = wordsOf(event);
  // Do not ask what can no longer be answered.
  if (own.answer === null && found.no === 'begun') return { title: EVENT_BEGUN, buttons: [] };
  const declined = own.absent
    ? `Sie sind abwesend (${daysInShort(own.absent)}).`
    : 'Sie haben abgesagt.';
  const title = own.answer === 'no' ? declined : 'Sind Sie dabei?';
  const declines = own.answer === null && found.no === null;
  const decline: AnswerButton[] = declines ? [{ label: 'Absagen', does: 'no' }] : [];
  if (!found.yes) return { title, buttons: [yes, ...decline] };
  const join: AnswerButton[] = found.canWait ? [{ label: JOIN_WAITING_LIST, does: 'wait' }] : [];
  // That the event is full is already shown above.
  const full = found.canWait ? { hint: nextInLine(null, event.waiting + 1) } : {};
  return {
    title,
    ...(found.yes === 'no room' ? full : { hint: obstacleInWords(found.yes, event) }),
    buttons: [...join, ...decline],
  };
}

function waiting({ event, own }: Asked, { yes: obstacle }: Obstacles): View {
  const turn = turnOf(own.position ?? event.waiting, event.waiting);
  const leave: AnswerButton = { label: LEAVE_WAITING_LIST, does: 'leave' };
  if (!obstacle) {
    const take: AnswerButton = { label: TAKE_PLACE, does: 'yes' };
    const hint = `${turn}. Wer zuerst zugreift, ist dabei.`;
    return { title: 'Es ist Platz für Sie.', hint, buttons: [take, leave] };
  }
  const hint = obstacle === 'begun' ? EVENT_BEGUN : promotionInWords(event, own);
  return { title: turn, hint, buttons: [leave] };
}

/** Members sign up for places, and say yes to events that have room for all. */
function wordsOf({ eventType }: ClubEvent) {
  const limited = eventType === 'LIMITED_EVENT';
  return {
    said: limited ? 'Sie sind angemeldet.' : 'Sie haben zugesagt.',
    yes: { label: limited ? 'Anmelden' : 'Zusagen', does: 'yes' },
    no: { label: limited ? 'Abmelden' : 'Absagen', does: 'no' },
  } as const;
}
