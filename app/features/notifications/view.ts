import type { GroupSetting } from './settings.server';
import type { MailsByLink } from './unsubscribing.server';
import { topicsInWords } from './wording';

/** The screen of an unsubscribe link: pure, so that every case can be tested. */

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
