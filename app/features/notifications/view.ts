import { yesWords } from '~/features/events/wording';
import { type Former, isOnOtherDays, isOther } from '~/features/outbox/rules/former.server';
import {
  type Kind,
  SERIES_KINDS,
  type SeriesKind,
  type ToldKind,
  type Withheld,
} from '~/features/outbox/schema';
import type { GroupSetting } from './settings.server';
import type { NotificationForMail } from './state.server';
import type { MailsByLink } from './unsubscribing.server';
import { topicsInWords } from './wording';

/** What still holds of a notification when its mail is written: pure, so that every case can be tested. */

/** Whether it is about dates of a series, in one mail (L9). */
export const isSeries = (kind: Kind): kind is SeriesKind =>
  (SERIES_KINDS as readonly Kind[]).includes(kind);

/** Whether the receiver should still be told. @param former for a change: the previous event */
export function stillHolds(kind: ToldKind, now: NotificationForMail, former: Former): boolean {
  if (now.over) return false;
  const counts = now.registered !== null || now.waiting !== null;
  switch (kind) {
    case 'promoted':
      return now.registered !== null && !now.cancelled;
    case 'place_free': {
      const fits = now.waiting !== null && now.free >= now.waiting;
      return now.eventType === 'LIMITED_EVENT' && fits && now.toCome && !now.cancelled;
    }
    case 'opened':
      return now.eventType === 'OPEN_EVENT' && !now.cancelled;
    case 'removed':
      return !counts && !now.cancelled;
    case 'event_cancelled':
    case 'series_cancelled':
      return (counts || now.open) && now.cancelled;
    case 'event_restored':
      return (counts || now.open) && !now.cancelled && now.isNews;
    case 'event_new':
    case 'series_new':
      return now.concerned && now.toCome && !now.cancelled;
    case 'answer_missing':
      return now.concerned && now.takesYes && !counts && !now.declined;
    case 'event_soon':
      return now.registered !== null && now.toCome && !now.cancelled;
    case 'poll_new':
    case 'poll_missing': {
      const isTheirs = now.concerned || (kind === 'poll_missing' && now.registered !== null);
      return isTheirs && !now.declined && !now.closed && !now.answered && !now.cancelled;
    }
    case 'event_changed':
    case 'series_changed':
      return isOther(former, now) && !now.cancelled && (counts || now.open || mayCome(former, now));
  }
}

/** Why the receiver is not told, as it no longer holds. */
export function whyNot(kind: ToldKind, now: NotificationForMail): Withheld {
  if (now.over) return 'over';
  const hasAnswered = now.registered !== null || now.waiting !== null || now.declined;
  if (kind === 'answer_missing' ? hasAnswered : now.answered) return 'answered';
  return 'changed';
}

interface Dated {
  readonly id: number;
  readonly kind: ToldKind;
  /** The series that the event is a date of. */
  readonly series: string | null;
  readonly unnamed: number;
}

/**
 * The event that a series was created from is one of its dates: a mail about both lists it as one
 * of the new dates, and not separately.
 */
export function withFirstDates<Each extends Dated>(told: readonly Each[]): Each[] {
  const made = new Map(
    told.flatMap((now) => (now.kind === 'series_new' && now.series ? [[now.series, now]] : [])),
  );
  return told.map((now) => {
    const series = now.kind === 'event_new' && now.series ? made.get(now.series) : undefined;
    return series ? { ...now, id: series.id, kind: series.kind, unnamed: series.unnamed } : now;
  });
}

const mayCome = (former: Former, now: NotificationForMail) =>
  now.declined && now.asksAnswer && isOnOtherDays(former, now);

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

interface Mails extends MailsByLink {
  /** True for the link of a digest, which is about everything in it. */
  readonly digest: boolean;
}

const STOP = { label: 'Nicht mehr schicken', does: 'off' } as const;
const COLLECT = { label: 'Nur gesammelt schicken', does: 'digest' } as const;
const UNDO = { label: 'Rückgängig', does: 'undo' } as const;

/** The texts of an unsubscribe link's screen (the current state, or the question), and its buttons, the main one first. */
export function endingViewOf(mails: Mails) {
  const { organization, club, topics, groups, digest } = mails;
  const undo = topics.some(({ former }) => former !== null) ? [UNDO] : [];
  const view = digest ? digestView(mails, undo) : topicView(mails, undo);
  return {
    organization,
    club,
    ...view,
    groups: groups.flatMap((group) => groupEndings(group, view.done)),
  };
}

interface GroupEnding {
  readonly group: string;
  readonly says: string;
  readonly label: string;
  readonly does: 'mute' | 'unmute';
}

/** The button for a group (U9): to end its news while any come, or to take that back. */
function groupEndings({ group, name, news }: GroupSetting, done: boolean): GroupEnding[] {
  if (!news) {
    const says = `Aus der Gruppe „${name}“ kündigen wir Ihnen nichts Neues mehr an.`;
    return [{ group, says, label: 'Doch wieder ankündigen', does: 'unmute' }];
  }
  const says = `Oder nur nichts Neues mehr aus der Gruppe „${name}“?`;
  const label = 'Nur diese Gruppe abbestellen';
  return done ? [] : [{ group, says, label, does: 'mute' }];
}

function topicView({ topics }: Mails, undo: (typeof UNDO)[]) {
  const coming = topics.filter(({ way }) => way !== 'off');
  if (coming.length === 0)
    return {
      title: 'Abbestellt',
      text: `Sie bekommen keine E-Mails mehr zu ${wordsFor(topics)}.`,
      done: true,
      buttons: undo,
    };
  const named = wordsFor(coming);
  const title = `Keine E-Mails mehr zu ${named}?`;
  if (coming.some(({ way }) => way === 'mail'))
    return {
      title,
      text: 'Bisher kommt dazu jedes Mal eine E-Mail.',
      done: false,
      buttons: [STOP, COLLECT, ...undo],
    };
  return {
    title,
    text: 'Zurzeit kommen sie gesammelt mit anderen in einer E-Mail.',
    done: false,
    buttons: [STOP, ...undo],
  };
}

const wordsFor = (topics: MailsByLink['topics']) => topicsInWords(topics.map(({ topic }) => topic));

function digestView({ topics }: Mails, undo: (typeof UNDO)[]) {
  const collected = topics.filter(({ way }) => way === 'digest');
  if (collected.length === 0)
    return {
      title: 'Abbestellt',
      text: 'Sie bekommen keine gesammelten E-Mails mehr.',
      done: true,
      buttons: undo,
    };
  return {
    title: 'Keine gesammelten E-Mails mehr?',
    text: `Darin kommen zurzeit: ${wordsFor(collected)}.`,
    done: false,
    buttons: [STOP, ...undo],
  };
}
