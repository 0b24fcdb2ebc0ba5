import { unreachable } from '~/features/accounts/wording';
import { TOPICS } from '~/features/outbox/schema';
import type { OutputOf } from '~/kernel/operation';
import type { readSettingsScreen } from './operations/settings.server';
import { answersOf } from './questions.server';
import type { GroupSetting, Settings } from './settings.server';
import { topicTexts, wayTexts } from './wording';

type Read = OutputOf<typeof readSettingsScreen>;

/** What the settings form shows. @param marksDefault true to mark the default */
export function settingsFormOf(
  { digest, topics, groups = [] }: Settings & { groups?: readonly GroupSetting[] },
  marksDefault: boolean,
) {
  return {
    answers: answersOf({ digest, topics }),
    digest,
    rows: TOPICS.map((topic) => {
      const { way, default: usual } = topics[topic];
      return {
        topic,
        ...topicTexts[topic],
        way,
        ...(marksDefault && way !== usual && { usual: wayTexts[usual] }),
      };
    }),
    groups,
  };
}

export type SettingsFormRows = ReturnType<typeof settingsFormOf>;

/** What the screen of the user's own settings shows. */
export function settingsScreenOf({ club, clubs, settings, refused, visits, looksAfter }: Read) {
  const hasOwn =
    settings !== null &&
    (settings.digestOwn ||
      TOPICS.some((topic) => settings.topics[topic].own) ||
      settings.groups.some(({ news }) => !news));
  const form = settings && settingsFormOf(settings, true);
  return {
    club,
    trouble: refused && unreachable(refused),
    visits,
    others: clubs.filter(({ uuid }) => uuid !== club?.uuid),
    // Topics for member editors are not offered to others.
    form: form && {
      ...form,
      rows: form.rows.filter(({ topic }) => looksAfter || topic !== 'contact_changed'),
    },
    hasOwn,
  };
}
