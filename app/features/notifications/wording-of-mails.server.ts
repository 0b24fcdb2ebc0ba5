import { daysBetween } from '~/dates';
import { yesWords } from '~/features/events/wording';
import { isMoved } from '~/features/outbox/rules/former.server';
import type { Kind } from '~/features/outbox/schema';
import { instantToText, whenOf } from '~/times';
import type { MessageForMail, NotificationForMail } from './state.server';

/** Sentences of mails about one event, by what its receiver has answered. */

/** After a change: what to do now. */
export function whatNow(now: NotificationForMail): string {
  if (now.registered !== null) return `${answerOf(now)} gilt weiter. ${wayOut(now)}`;
  if (now.waiting !== null) return 'Sie stehen weiter auf der Warteliste.';
  if (now.open) return whatIsOpen(now);
  return comingAfterAll(now);
}

/** When the receiver believes an event to be that has moved without their being told; '' if it has not. */
export const formerWhenOf = ({ believed, ...now }: NotificationForMail): string =>
  believed && isMoved(believed, now) ? whenOf(believed) : '';

/** What is cancelled has no other time either. @param when its receiver believes it to be */
export const alsoOff = (when: string): string => `Auch der bisherige Termin entfällt: ${when}`;

/** After a cancellation was taken back. */
export function whatHolds(now: NotificationForMail): string {
  if (now.open) return whatIsOpen(now);
  if (now.registered === null) return 'Sie stehen wieder auf der Warteliste.';
  return `${answerOf(now)} gilt wieder. ${wayOut(now)}`;
}

/** What a member without an answer is asked; '' for nothing. */
const whatIsOpen = ({ takesYes, asksAnswer }: NotificationForMail) =>
  takesYes && asksAnswer ? 'Ihre Antwort fehlt noch: Bitte sagen Sie dort zu oder ab.' : '';

const answerOf = ({ asksAnswer }: NotificationForMail) => `Ihre ${yesWords(asksAnswer).yes}`;

const wayOut = (now: NotificationForMail) => `Wenn Sie nicht kommen können, ${signingOff(now)}.`;

/** What the receiver has answered; '' for nothing. */
export function stateOf({ registered, waiting, declined, asksAnswer }: NotificationForMail) {
  if (registered !== null) return asksAnswer ? 'Sie haben zugesagt.' : 'Sie sind angemeldet.';
  if (waiting !== null) return 'Sie stehen auf der Warteliste.';
  return declined ? 'Sie haben abgesagt.' : '';
}

/** Until when an answer is wanted. */
export function untilOf({ signUpUntil, timeZone }: NotificationForMail): string {
  return signUpUntil
    ? `Bitte antworten Sie bis ${instantToText(signUpUntil, timeZone)}.`
    : 'Bitte antworten Sie, bevor es losgeht.';
}

/** What something new asks of its receiver, or what they have already answered. */
export function whatIsAsked(now: NotificationForMail): string {
  const state = stateOf(now);
  if (state || !now.member || !now.takesAnswers) return state;
  if (!now.takesYes)
    return now.asksAnswer ? 'Man kann nicht mehr zusagen.' : 'Man kann sich nicht mehr anmelden.';
  const isFull = now.eventType === 'LIMITED_EVENT' && now.free <= 0;
  if (isFull && !now.waitingList) return 'Alle Plätze sind schon vergeben.';
  const full = isFull ? 'Alle Plätze sind schon vergeben, aber es gibt eine Warteliste.' : '';
  const until = now.asksAnswer ? untilOf(now) : signUpUntilOf(now);
  return [full, until].filter(Boolean).join(' ');
}

const signUpUntilOf = ({ signUpUntil, timeZone }: NotificationForMail) =>
  signUpUntil ? `Anmelden kann man sich bis ${instantToText(signUpUntil, timeZone)}.` : '';

/** For those who come: how to sign off, and for whom. @param how as in signingOff() */
export function howToSignOff(now: NotificationForMail, how?: Parameters<typeof signingOff>[1]) {
  const forOthers = takesSignOff(now) && !now.asksAnswer;
  return `Dann ${signingOff(now, how)}${forOthers ? ', damit andere den Platz bekommen' : ''}.`;
}

const DAYS = ['Heute', 'Morgen', 'Übermorgen'];

/** When an event begins, in everyday words: 'Morgen' */
export const howSoon = ({ today, date }: NotificationForMail): string =>
  DAYS[daysBetween(today, date)] ?? 'Bald';

/** Who wrote a message; '' if that account is gone. */
export const writerOf = ({ senderFirstName, senderLastName }: MessageForMail): string =>
  [senderFirstName, senderLastName].filter(Boolean).join(' ');

/** The groups that an event is for, by name (U3); '' for everyone. */
export const forWhom = ({ groupNames }: Pick<NotificationForMail, 'groupNames'>): string =>
  (groupNames ?? []).join(', ');

/** The reason given for mails to everybody. */
const BELONGS = 'zu diesem Verein gehören';

/** The receiver's involvement in an event, for the end of 'weil Sie …'. */
export function reasonOf(
  kind: Kind,
  {
    registered,
    waiting,
    open,
    asksAnswer,
  }: Pick<NotificationForMail, 'registered' | 'waiting' | 'open' | 'asksAnswer'>,
): string {
  if (kind === 'opened' || kind === 'removed') return 'auf der Warteliste standen';
  if (kind === 'answer_missing') return 'noch nicht geantwortet haben';
  if (kind === 'poll_missing') return 'die Umfrage noch nicht beantwortet haben';
  if (open || kind === 'event_new' || kind === 'series_new' || kind === 'poll_new') return BELONGS;
  if (registered !== null) return yesWords(asksAnswer).who;
  return waiting === null ? 'abgesagt haben' : 'auf der Warteliste stehen';
}

type Given = Pick<NotificationForMail, 'waiting' | 'signOffClosed'>;

/** Whether the event's page takes a sign-off: from the waiting list at any time (K6). */
export const takesSignOff = ({ waiting, signOffClosed }: Given): boolean =>
  waiting !== null || !signOffClosed;

/** For those who come, after 'Dann'. @param how 'bitte noch' above the button that does it */
export function signingOff(
  now: Given & { readonly asksAnswer: boolean },
  how: 'dort bitte' | 'bitte noch' = 'dort bitte',
): string {
  if (!takesSignOff(now)) return 'sagen Sie bitte der Leitung Bescheid';
  return now.asksAnswer ? `sagen Sie ${how} ab` : `melden Sie sich ${how} ab`;
}

/** For those who had declined: a sentence. */
export const comingAfterAll = (
  { takesYes }: { readonly takesYes: boolean },
  when = 'Sie hatten abgesagt. Wenn es Ihnen jetzt passt',
): string =>
  `${when}, ${takesYes ? 'können Sie dort noch zusagen' : 'wenden Sie sich bitte an die Leitung'}.`;
