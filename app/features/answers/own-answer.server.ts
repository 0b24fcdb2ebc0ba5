import type { ClubEvent } from '~/features/events/queries.server';
import { EVENT_FULL, NO_LINKED_MEMBER } from '~/features/events/wording';
import { instantToText } from '~/times';
import type { AroundEvent, OwnAnswer } from './around-event.server';

/** What a member can answer on the page of an event; pure, so that every case can be tested. */

/** What happens to the answer when a button is pressed. */
export type Answering = 'registration' | 'waiting' | 'decline' | 'withdrawal';

export interface AnswerButton {
  readonly label: string;
  readonly does: Answering;
}

export interface OwnAnswerView {
  readonly answer: OwnAnswer['answer'] | null;
  /** The answer so far, or the question. */
  readonly title: string;
  /** Why something is not possible, or what comes next. */
  readonly hints: readonly string[];
  /** The first one is what most people come for. */
  readonly buttons: readonly AnswerButton[];
  /** What is told along with an answer; null where there is nothing to answer. */
  readonly told: { readonly places: number; readonly note: string; readonly most: number } | null;
  /** What was told can be changed, and the answer stays. */
  readonly changes: boolean;
}

type Asked = Pick<AroundEvent, 'now' | 'own' | 'othersFit'> & {
  event: ClubEvent;
  linked: boolean;
  /** May act past deadlines (J7). */
  mayEdit: boolean;
};

/** Null if the event asks for no answer, and has none. */
export function ownAnswerView(asked: Asked): OwnAnswerView | null {
  const { event, own, linked } = asked;
  if (!takesAnswers(event) && own?.answer !== 'yes') return null;
  const words = wordsOf(event);
  if (!linked) return nothing({ title: words.question, hints: [NO_LINKED_MEMBER] });
  const view = {
    answer: own?.answer ?? null,
    told: { places: own?.places ?? 1, note: own?.note ?? '', most: event.companions },
  };
  if (own?.answer === 'yes') return { ...view, ...registered(asked, own) };
  if (own?.answer === 'waiting') return { ...view, ...waiting(asked, own) };
  return { ...view, ...unregistered(asked) };
}

/** Whether members answer at all. */
export const takesAnswers = ({ eventType, asksAnswer }: ClubEvent) =>
  eventType === 'LIMITED_EVENT' || asksAnswer;

const nothing = (more: Pick<OwnAnswerView, 'title' | 'hints'>): OwnAnswerView => ({
  ...{ answer: null, buttons: [], told: null, changes: false },
  ...more,
});

type Part = Partial<OwnAnswerView> & Pick<OwnAnswerView, 'title' | 'hints' | 'buttons' | 'changes'>;

function registered({ event, othersFit, now, mayEdit }: Asked, own: OwnAnswer): Part {
  const words = wordsOf(event);
  const closed = mayEdit || othersFit ? null : closedSince(now, event, event.signOffUntil);
  const cancelled = event.cancelledAt !== null;
  return {
    title: own.places > 1 ? `${words.said} ${withCompanions(own.places - 1)}` : words.said,
    hints: closed && !cancelled ? [lateFor(words.signingOff, closed)] : [],
    buttons: closed ? [] : [words.no],
    changes:
      takesAnswers(event) &&
      !cancelled &&
      (mayEdit || closedSince(now, event, event.signUpUntil) === null),
  };
}

function unregistered({ event, own, now, mayEdit }: Asked): Part {
  const words = wordsOf(event);
  const title = own ? 'Sie haben abgesagt.' : words.question;
  const silent = { title, hints: [], buttons: [], changes: false } satisfies Part;
  if (event.cancelledAt) return silent;
  const closed = mayEdit ? null : closedSince(now, event, event.signUpUntil);
  const decline: AnswerButton[] = own ? [] : [{ label: 'Absagen', does: 'decline' }];
  if (closed) return { ...silent, hints: [lateFor(words.signingUp, closed)], told: null };
  if (freePlaces(event) > 0) return { ...silent, buttons: [words.yes, ...decline] };
  if (!event.waitingList) return { ...silent, hints: [EVENT_FULL], buttons: decline };
  const join: AnswerButton = { label: 'Auf die Warteliste', does: 'waiting' };
  return { ...silent, hints: [EVENT_FULL], buttons: [join, ...decline] };
}

function waiting({ event, now }: Asked, own: OwnAnswer): Part {
  const begun = event.startTime !== null && now >= event.startsAt;
  const leave: AnswerButton = { label: 'Von der Warteliste nehmen', does: 'withdrawal' };
  const take: AnswerButton = { label: 'Platz nehmen', does: 'registration' };
  const fits = own.places <= freePlaces(event);
  const frozen = begun || event.cancelledAt !== null;
  return {
    title: `Warteliste: Platz ${own.position} von ${event.waiting}`,
    hints: frozen ? (begun ? [BEGUN] : []) : fits ? [PLACE_FREE] : [promotionOf(event, now)],
    buttons: fits && !frozen ? [take, leave] : [leave],
    changes: !frozen,
  };
}

const BEGUN = 'Die Veranstaltung hat schon begonnen.';
const PLACE_FREE = 'Ein Platz ist frei. Wer zuerst zugreift, hat ihn.';

const HOUR_MS = 3_600_000;

/** How those who wait get a place (K4). */
function promotionOf({ startsAt, promotionHours, companions }: ClubEvent, now: Date): string {
  const late = now.getTime() >= startsAt.getTime() - promotionHours * HOUR_MS;
  if (late) return 'Wird ein Platz frei, bekommen alle Wartenden eine E-Mail.';
  const next = 'Wird ein Platz frei, rücken Sie nach und bekommen eine E-Mail.';
  return companions > 0
    ? `${next} Wer mit weniger Plätzen auskommt, kann früher nachrücken.`
    : next;
}

/** Free places; an open event has room for all. */
function freePlaces(event: ClubEvent): number {
  if (event.eventType === 'OPEN_EVENT') return Number.POSITIVE_INFINITY;
  return event.maxParticipants - event.registeredParticipants;
}

/** Why it is too late: a deadline in words, or that the event has begun; null if it is not. */
function closedSince(now: Date, event: ClubEvent, deadline: Date | null) {
  const begun = event.startTime !== null && now >= event.startsAt;
  if (deadline ? now > deadline : begun)
    return begun || !deadline ? BEGUN : instantToText(deadline, event.timeZone);
  return null;
}

/** The sentence instead of a dead button (J6). @param closed as closedSince() says */
function lateFor(what: string, closed: string): string {
  if (closed === BEGUN) return BEGUN;
  return `Die ${what} war bis ${closed} möglich. Bitte wenden Sie sich an die Leitung.`;
}

const withCompanions = (count: number) =>
  count === 1 ? 'Mit 1 Begleitperson.' : `Mit ${count} Begleitpersonen.`;

interface Words {
  readonly question: string;
  readonly said: string;
  readonly signingUp: string;
  readonly signingOff: string;
  readonly yes: AnswerButton;
  readonly no: AnswerButton;
}

/** One signs up for places, and says yes where there is room for all. */
function wordsOf({ eventType }: Pick<ClubEvent, 'eventType'>): Words {
  const limited = eventType === 'LIMITED_EVENT';
  return {
    question: limited ? 'Sind Sie dabei?' : 'Kommen Sie?',
    said: limited ? 'Sie sind angemeldet.' : 'Sie haben zugesagt.',
    signingUp: limited ? 'Anmeldung' : 'Zusage',
    signingOff: limited ? 'Abmeldung' : 'Absage',
    yes: { label: limited ? 'Anmelden' : 'Zusagen', does: 'registration' },
    no: limited ? { label: 'Abmelden', does: 'decline' } : { label: 'Absagen', does: 'decline' },
  } as const;
}
