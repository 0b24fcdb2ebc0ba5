import type { Ending } from './schema';
import type { MailsByLink } from './unsubscribing.server';
import { topicsInWords } from './wording';

interface Mails extends MailsByLink {
  /** True for the link of a digest, which is about all that comes in it. */
  readonly digest: boolean;
}

interface EndingButton {
  readonly label: string;
  readonly does: Ending;
}

/** What the screen of an unsubscribing link says, and its buttons, the main one first. */
export interface EndingView {
  readonly organization: string;
  readonly club: string;
  readonly title: string;
  readonly text: string;
  /** True if the mails are ended already. */
  readonly done: boolean;
  readonly buttons: readonly EndingButton[];
}

const STOP: EndingButton = { label: 'Nicht mehr schicken', does: 'off' };
const COLLECT: EndingButton = { label: 'Nur gesammelt schicken', does: 'digest' };
const UNDO: EndingButton = { label: 'Rückgängig', does: 'undo' };

/** @returns what holds at present, or the question */
export function endingViewOf(mails: Mails): EndingView {
  const { organization, club, topics, digest } = mails;
  const undo = topics.some(({ former }) => former !== null) ? [UNDO] : [];
  const view = digest ? digestView(mails, undo) : topicView(mails, undo);
  return { organization, club, ...view };
}

type View = Omit<EndingView, 'organization' | 'club'>;

function topicView({ topics }: Mails, undo: EndingButton[]): View {
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

function digestView({ topics }: Mails, undo: EndingButton[]): View {
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
