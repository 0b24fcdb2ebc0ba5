import { memberLabels, type WrittenField, writtenFieldNames } from '~/features/members/fields';
import { memberInScope } from '~/features/members/queries.server';
import { operation } from '~/kernel/operation.server';
import { conflict, invalid, notFound } from '~/kernel/problem';
import { begunTooEarly } from '~/kernel/transaction.server';
import * as policy from './policy';
import {
  lastDayOf,
  likely,
  linkedUsers,
  lockRecords,
  mergeRecords,
  type Side,
  twoRecords,
} from './queries.server';
import * as schema from './schema';
import { CHANGED, CHOOSE_USER, mergedAudit, SAME_RECORD } from './wording';

/** Two records of one person become one (O10). */

export const readMergePage = operation({
  summary: 'Read a member and records that may be of the same person, or both side by side',
  input: schema.mergePage,
  subject: twoRecords,
  may: policy.look,
  async read({ db, input: { q }, subject }) {
    const { scope, kept, gone } = subject;
    return {
      kept,
      gone,
      q,
      lastDay: gone && lastDayOf(kept, gone),
      mayMerge: policy.merge(subject),
      version: gone ? versionOf(kept, gone) : undefined,
      candidates: gone ? [] : await likely(db, scope, kept, q),
    };
  },
});

/** Of both records: each edit makes it larger. */
const versionOf = (kept: Side, gone: Side) => kept.version + gone.version;

const isFilled = ({ values }: Side, name: WrittenField) => (values[name] ?? '') !== '';

export const mergeMembers = operation({
  summary: 'Merge two records of one person: the other one is deleted, and everything it has moves',
  description:
    'Answers, attendance, polls, groups, absences, opt-outs, the invitation and the link to a user. Where both have ' +
    'answered, the earlier answer stays, but a place wins over the waiting list. Needs ORGANIZATION_ADMIN as well if a ' +
    'link to a user changes. 422 at `user`: both are linked, so name the user who stays.',
  input: schema.merge,
  once: true,
  // A user whose link ends no longer leads anything, nor answers for anybody.
  changesStandingOf: ({ db, input: { member, other } }) => linkedUsers(db, [member, other]),
  subject: twoRecords,
  may: policy.merge,
  async run({ db, actor, input, version, subject: { scope, kept, gone }, changing }) {
    if (kept.uuid === gone?.uuid) throw invalid({ other: [SAME_RECORD] });
    if (!gone) throw notFound();
    // Fields may differ that nobody was asked about.
    if (version !== undefined && version !== versionOf(kept, gone)) throw conflict(CHANGED);
    const users = [kept.user, gone.user].flatMap((user) => user ?? []);
    if (users.some(({ uuid }) => !changing.includes(uuid)))
      throw begunTooEarly('a record has got a user meanwhile');
    const chosen = users.length > 1 ? users.find(({ uuid }) => uuid === input.user) : users[0];
    if (users.length > 0 && !chosen) throw invalid({ user: [CHOOSE_USER] });
    const user = chosen?.uuid ?? null;
    await lockRecords(db, scope, kept, gone);
    const taken = writtenFieldNames.filter(
      (name) => (input.fields?.[name] ?? (isFilled(kept, name) ? 'this' : 'other')) === 'other',
    );
    const lost = writtenFieldNames.filter((name) => {
      const loser = taken.includes(name) ? kept : gone;
      return isFilled(loser, name) && kept.values[name] !== gone.values[name];
    });
    const dropped = await mergeRecords(db, { kept, gone, taken, user });
    const now = await memberInScope({ db, actor }, { member: kept.uuid });
    if (!now) throw notFound();
    const { participatedEvents: _long, version: _inTheTag, ...member } = now.member;
    return {
      member,
      dropped: {
        ...dropped,
        fields: lost.map((name) => memberLabels[name]),
        user: users.find(({ uuid }) => uuid !== user) ?? null,
      },
    };
  },
  audit: ({ subject: { kept, gone }, output: { dropped } }) =>
    mergedAudit(kept, gone ?? kept, dropped),
});
