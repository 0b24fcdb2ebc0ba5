import { lookAfter } from '~/features/members/policy';
import { memberId } from '~/features/members/schema';
import { IS_HELD } from '~/features/members/wording';
import { administer } from '~/features/organizations/policy';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import { keepingAnAdmin } from '~/features/permissions/rules/last-admin.server';
import { operation } from '~/kernel/operation.server';
import { conflict, invalid, notFound } from '~/kernel/problem';
import * as policy from './policy';
import { erasedSoon, eraseMember, memberForErasure, retentionOf } from './queries.server';
import * as schema from './schema';
import { erasedAudit, HAS_ACCESS, pseudonymOf, retentionAudit } from './wording';

/** Erasing records for good (S3), and how long former members' records are kept (S4). */

export const readMemberForErasure = operation({
  summary: 'Read what is deleted when a member is erased, and what stays',
  input: memberId,
  subject: memberForErasure,
  may: lookAfter,
  read: ({ subject }) => ({
    ...subject.member,
    pseudonym: pseudonymOf(subject.member.uuid),
    mayErase: policy.erase(subject),
  }),
});

export const eraseForGood = operation({
  summary: 'Erase all that a club stores about a member (Art. 17 GDPR)',
  description:
    'The record with all that belongs to it, and its name in the log, unless somebody else has it too. Attendance stays ' +
    'as a number. If the member has access, `endAccessOf` names the user whose access ends, which needs ' +
    'ORGANIZATION_ADMIN. After restoring a backup it is erased again. 409: there is a reason to keep it, or it is ' +
    'the last administrator.',
  input: schema.erasure,
  once: true,
  changesStandingOf: ({ input: { endAccessOf } }) => (endAccessOf ? [endAccessOf] : []),
  subject: memberForErasure,
  may: policy.erase,
  confirms: 'deletion',
  async run({ db, input: { endAccessOf }, subject: { member } }) {
    if (member.hold !== '') throw conflict(IS_HELD);
    if (member.user !== (endAccessOf ?? null)) throw invalid({ endAccessOf: [HAS_ACCESS] });
    const { organization, uuid } = member;
    const erased = await keepingAnAdmin(db, organization, () => eraseMember(db, uuid, member.user));
    if (!erased) throw notFound();
    return { uuid };
  },
  audit: ({ output: { uuid } }) => erasedAudit(uuid),
});

export const setHold = operation({
  summary: 'Say why the record of a member is kept, or that it need not be',
  description: 'With a reason it is not erased, neither by hand nor when the period is over.',
  input: schema.hold,
  subject: memberForErasure,
  may: lookAfter,
  async run({ db, input: { reason }, subject: { member } }) {
    await db
      .updateTable('members')
      .set({ retention_hold: reason, erase_on: null })
      .where('uuid', '=', member.uuid)
      .execute();
    return { uuid: member.uuid, reason };
  },
  // The reason may be about money or health (X6).
  audit: ({ output: { uuid, reason } }) =>
    reason === ''
      ? `${pseudonymOf(uuid)}: kein Grund mehr, den Eintrag aufzubewahren`
      : `${pseudonymOf(uuid)}: Grund eingetragen, den Eintrag aufzubewahren`,
});

/** Rows on the screen. */
const SHOWN = 500;

export const readErasedSoon = operation({
  summary: 'Read whose records will soon be erased',
  input: organizationId,
  subject: scopeInOrganization,
  may: lookAfter,
  async read({ db, subject: { scope } }) {
    const months = await retentionOf(db, scope);
    return { months, members: await erasedSoon(db, scope, SHOWN) };
  },
});

export const readRetention = operation({
  summary: "Read how long former members' records are kept",
  input: organizationId,
  subject: scopeInOrganization,
  may: administer,
  read: async ({ db, subject: { scope } }) => ({ months: await retentionOf(db, scope) }),
});

export const setRetention = operation({
  summary: 'Say how long the records of those who have left are kept',
  description:
    'Months after the last day, 0 to 120; null keeps them until somebody erases them. Those who edit members are told ' +
    '14 days before, anew after each change.',
  input: schema.retention,
  subject: scopeInOrganization,
  may: administer,
  confirms: 'deletion',
  async run({ db, input: { months }, subject: { scope } }) {
    const { organization } = scope;
    await db
      .updateTable('organizations')
      .set({ retention_months: months, retention_checked_on: null })
      .where('uuid', '=', organization)
      .returning('uuid')
      .executeTakeFirstOrThrow(notFound);
    await db
      .updateTable('members')
      .set({ erase_on: null })
      .where('organization_uuid', '=', organization)
      .where('erase_on', 'is not', null)
      .execute();
    return { months };
  },
  audit: ({ output: { months } }) => retentionAudit(months),
});
