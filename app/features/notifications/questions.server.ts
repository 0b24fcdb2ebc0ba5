import { NEWS } from '~/features/outbox/rules/kinds.server';
import { TOPICS, type Topic, type Way } from '~/features/outbox/schema';
import type { Choices, NewsAnswer, RemindAnswer, Rhythm } from './schema';

/** The questions that most mail settings come down to (Y6). */

const REMINDERS: readonly Topic[] = ['answer_missing', 'poll_missing'];

/** Topics that come at once, without a question; not reminders of near events, nor news for few. */
const CONCERNS = TOPICS.filter(
  (topic) =>
    ![...NEWS, ...REMINDERS, 'event_soon', 'series_soon', 'contact_changed'].includes(topic),
);

interface Present {
  readonly digest: Rhythm;
  readonly topics: Readonly<Record<Topic, { readonly way: Way }>>;
}

/** The answers by the settings; undefined if single topics differ. */
interface Answers {
  readonly remind?: RemindAnswer;
  readonly news?: NewsAnswer;
}

/** @returns them, and whether all that concerns somebody comes at once */
export function answersOf({ digest, topics }: Present): Answers & { readonly concerns: boolean } {
  const ways = (of: readonly Topic[]) => new Set(of.map((topic) => topics[topic].way));
  const [news, ...others] = ways(NEWS);
  const off = REMINDERS.filter((topic) => topics[topic].way === 'off').length;
  return {
    concerns: CONCERNS.every((topic) => topics[topic].way === 'mail'),
    ...(off === 0 && { remind: 'always' as const }),
    ...(off === REMINDERS.length && { remind: 'never' as const }),
    ...(news && others.length === 0 && { news: news === 'digest' ? digest : news }),
  };
}

/**
 * The choices for single topics by these answers. The form sends its questions and its table
 * together: what is as it was shown is ignored, so that the table counts, and what was changed
 * elsewhere since stays.
 */
export function choicesOf({ remind, news, shown = {}, ...given }: Choices, present: Present) {
  const before = answersOf(seenIn(shown, present));
  const choices = {
    digest: given.digest === shown.digest ? undefined : given.digest,
    topics: Object.fromEntries(
      TOPICS.flatMap((topic) => {
        const way = given.topics?.[topic];
        return way === shown.topics?.[topic] ? [] : [[topic, way]];
      }),
    ),
  };
  const all = (of: readonly Topic[], way: Way) => Object.fromEntries(of.map((each) => [each, way]));
  const reminders = remind === 'never' ? REMINDERS : REMINDERS.filter((of) => isOff(of, present));
  const asksNews = news !== undefined && news !== before.news;
  return {
    ...choices,
    ...(asksNews && news !== 'mail' && news !== 'off' && { digest: news }),
    topics: {
      ...choices.topics,
      ...(remind &&
        remind !== before.remind &&
        all(reminders, remind === 'never' ? 'off' : 'mail')),
      ...(asksNews && all(NEWS, news === 'mail' || news === 'off' ? news : 'digest')),
    },
  };
}

/** The settings when they were shown. */
const seenIn = ({ digest, topics }: NonNullable<Choices['shown']>, present: Present): Present => ({
  digest: digest ?? present.digest,
  topics: {
    ...present.topics,
    ...Object.fromEntries(Object.entries(topics ?? {}).map(([topic, way]) => [topic, { way }])),
  },
});

const isOff = (topic: Topic, { topics }: Present) => topics[topic].way === 'off';
