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
const MUTE = { label: 'Nur diese Gruppe abbestellen', does: 'mute' } as const;
const UNMUTE = { label: 'Doch wieder ankündigen', does: 'unmute' } as const;

/** The texts of an unsubscribe link's screen (the current state, or the question), and its buttons, the main one first. */
export function endingViewOf(mails: Mails) {
  const { organization, club, topics, groups } = mails;
  const undo = topics.some(({ former }) => former !== null) ? [UNDO] : [];
  const view = stateOf(mails, undo);
  return {
    organization,
    club,
    ...view,
    groups: groups.filter(({ news }) => !news || !view.done).map(groupEnding),
  };
}

/** The button for a group (U9): to end its news, while any come, or to take that back. */
function groupEnding({ group, name, news }: GroupSetting) {
  const says = news
    ? `Oder nur nichts Neues mehr aus der Gruppe „${name}“?`
    : `Aus der Gruppe „${name}“ kündigen wir Ihnen nichts Neues mehr an.`;
  return { group, says, ...(news ? MUTE : UNMUTE) };
}

/** The topics that it still ends, or that there are none left. */
function stateOf({ topics, digest }: Mails, undo: (typeof UNDO)[]) {
  const coming = topics.filter(({ way }) => (digest ? way === 'digest' : way !== 'off'));
  const words = wordsFor(coming);
  if (coming.length === 0)
    return {
      title: 'Abbestellt',
      text: digest
        ? 'Sie bekommen keine gesammelten E-Mails mehr.'
        : `Sie bekommen keine E-Mails mehr zu ${wordsFor(topics)}.`,
      done: true,
      buttons: undo,
    };
  if (digest)
    return {
      title: 'Keine gesammelten E-Mails mehr?',
      text: `Darin kommen zurzeit: ${words}.`,
      done: false,
      buttons: [STOP, ...undo],
    };
  const each = coming.some(({ way }) => way === 'mail');
  return {
    title: `Keine E-Mails mehr zu ${words}?`,
    text: each
      ? 'Bisher kommt dazu jedes Mal eine E-Mail.'
      : 'Zurzeit kommen sie gesammelt mit anderen in einer E-Mail.',
    done: false,
    buttons: [STOP, ...(each ? [COLLECT] : []), ...undo],
  };
}

const wordsFor = (topics: MailsByLink['topics']) => topicsInWords(topics.map(({ topic }) => topic));
