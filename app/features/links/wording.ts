import type { Topic } from '~/features/notifications/schema';
import { topicTexts } from '~/features/notifications/wording';
import type { Ending } from './schema';

/** German texts about links in mails that are said in more than one place. */

const DONE: Readonly<Record<Ending, string>> = {
  off: 'abbestellt',
  digest: 'nur noch gesammelt bestellt',
  undo: 'wieder bestellt',
};

/** The names of topics in quotation marks, joined. */
export const topicsInWords = (topics: readonly Topic[]): string =>
  topics.map((topic) => `„${topicTexts[topic].label}“`).join(', ');

/** The log's entry; null if nothing changed. */
export const ended = ({
  changed,
  way,
}: {
  changed: readonly Topic[];
  way: Ending;
}): string | null =>
  changed.length === 0
    ? null
    : `E-Mails zu ${topicsInWords(changed)} ${DONE[way]} (über den Link in einer E-Mail)`;
