import { freePlaces } from '~/features/events/rules/answering';
import { NO_ANSWER_YET, withCompanions, yesWords } from '~/features/events/wording';
import type { OutputOf } from '~/kernel/operation';
import { dayAt, instantToText, whenOf } from '~/times';
import type { ListedAnswer } from './lists.server';
import type { readAnswersPage } from './operations/answers.server';
import { TABS, type Tab } from './schema';
import { BY_ONESELF, JOIN_WAITING_LIST, remindAll, upTo, whyNotRemind } from './wording';

type Read = OutputOf<typeof readAnswersPage>;

const sectionTexts: Readonly<Record<Tab, { label: string; none: string }>> = {
  yes: { label: yesWords(true).given, none: 'Noch hat niemand zugesagt.' },
  waiting: { label: 'Warteliste', none: 'Niemand wartet auf einen Platz.' },
  no: { label: 'Abgesagt', none: 'Niemand hat abgesagt.' },
  open: { label: NO_ANSWER_YET, none: 'Alle haben geantwortet.' },
  present: {
    label: 'Anwesend',
    none: 'Noch ist niemand eingetragen. Über die Suche finden Sie alle Mitglieder.',
  },
};

/** Of an event that members sign up for (Y2). */
const signedUp = { label: yesWords(false).given, none: 'Noch ist niemand angemeldet.' };

/** Only what the screen of an event's answers shows, as it is sent to the browser twice. */
export function answersScreenOf(read: Read) {
  const { event, of, q, counts, rows, previous, next } = read;
  const isOpen = event.takesAnswers && !event.cancelledAt;
  // On later pages and among hits, the position is unknown.
  const isFromStart = of === 'waiting' && q === '' && previous === null;
  const waits = event.eventType === 'LIMITED_EVENT' || of === 'waiting';
  const isFull = freePlaces(event) < 1;
  const hasDayCome = event.date <= dayAt(new Date(), event.timeZone);
  const taken = event.registeredParticipants;
  const entered = rows.flatMap(({ actedBy }) => actedBy ?? []);
  // If one name fits most rows, it is said once.
  const isByOne = entered.length > rows.length / 2 && new Set(entered).size === 1;
  const byOne = rows.length > 1 && isByOne ? (entered[0] ?? null) : null;
  return {
    uuid: event.uuid,
    name: event.name,
    when: whenOf(event),
    cancelled: event.cancelledAt ? { reason: event.cancelReason } : null,
    /** If some bring companions. */
    places:
      counts.yes !== null && counts.yes !== taken
        ? withCompanions(counts.yes, taken, event.asksAnswer)
        : null,
    byOne,
    of,
    q,
    previous,
    next,
    sections: TABS.filter((each) =>
      each === 'waiting' ? waits : each !== 'present' || hasDayCome || of === each,
    ).map((each) => ({
      of: each,
      ...sectionTexts[each],
      ...(each === 'yes' && !event.asksAnswer && signedUp),
      count: upTo(counts[each]),
    })),
    /** What a member can still answer; empty if it is too late. */
    yes: isOpen ? yesOf(event, isFull) : null,
    waitingList: isFull && event.waitingList,
    canDecline: isOpen,
    ...remindingOf(read),
    rows: rows.map((row, at) => ({
      uuid: row.uuid,
      firstName: row.firstName,
      lastName: row.lastName,
      distinction: row.distinction,
      ...(row.present && { present: true }),
      ...toldOf(row, event.timeZone, isFromStart ? at + 1 : null, byOne),
    })),
  };
}

export type AnswersScreen = ReturnType<typeof answersScreenOf>;

/** The button that reminds, or why there is none. */
function remindingOf({ mayRemind, reach, rows }: Read) {
  if (!mayRemind || rows.length === 0) return { remind: null, hint: null };
  const hint = reach && whyNotRemind(reach);
  return hint ? { remind: null, hint } : { remind: remindAll(reach), hint: null };
}

/** The button for a yes; null if there is no room. */
function yesOf({ waitingList, asksAnswer }: Read['event'], isFull: boolean): string | null {
  if (!isFull) return asksAnswer ? 'Zusagen' : 'Anmelden';
  return waitingList ? JOIN_WAITING_LIST : null;
}

/** What the row says besides the name; fields without a value are left out. */
function toldOf(
  row: ListedAnswer,
  timeZone: string,
  position: number | null,
  byOne: string | null,
) {
  const { places, note, actedBy, promotedAt, reachable, absent, present } = row;
  const facts = [
    position && `Platz ${position} der Warteliste`,
    places > 1 && `${places} Personen`,
    absent && 'abwesend',
    present && 'war da',
    promotedAt && `nachgerückt am ${instantToText(promotedAt, timeZone)}`,
    promotedAt && !reachable && 'ohne Benachrichtigung: bitte anrufen',
    byOne ? !actedBy && BY_ONESELF : actedBy && `eingetragen von ${actedBy}`,
  ].filter((fact) => typeof fact === 'string');
  return { ...(note && { note }), ...(facts.length > 0 && { facts }) };
}
