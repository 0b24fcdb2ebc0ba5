import type { Database } from '#db/connection';
import { lookAfter } from '~/features/members/policy';
import { memberByName, memberSubject, sharesName } from '~/features/members/queries.server';
import { memberId } from '~/features/members/schema';
import { named } from '~/features/members/wording';
import type { Actor } from '~/kernel/actor';
import { nothing } from '~/kernel/fields';
import type { Context } from '~/kernel/operation';
import { loggedIn, operation } from '~/kernel/operation.server';
import { GERMANY } from '~/times';
import { ownData } from './own-data.server';
import { reportFileOn, reportOn } from './report.server';

/** 'Auskunft': what is stored about a person (S1, S2). */

/**
 * A member with what the report needs about them and their club: null if there is none that the
 * actor may see.
 */
async function memberOfReport(context: Context, ids: { member: string }) {
  const found = await memberByName(context, ids)
    .innerJoin('organizations as o', 'o.uuid', 'm.organization_uuid')
    .select(['o.name as club', 'o.time_zone as timeZone', sharesName.as('hasNamesake')])
    .executeTakeFirst();
  return memberSubject(context.actor, found);
}

/** The time zone of a user's active club. */
async function ownTimeZone(
  db: Database,
  { activeOrganization }: Pick<Actor, 'activeOrganization'>,
): Promise<string> {
  if (activeOrganization === null) return GERMANY;
  const club = await db
    .selectFrom('organizations')
    .select('time_zone as timeZone')
    .where('uuid', '=', activeOrganization)
    .executeTakeFirst();
  return club?.timeZone ?? GERMANY;
}

/** Entries per section on paper, and in a file for programs. Nobody has that many. */
const ON_PAPER = { entries: 1000, bytes: 130 * 1024 };
const IN_FILE = { entries: 10_000, bytes: 2 * 1024 * 1024 };

function aboutOneself(actor: Actor, timeZone: string) {
  const name = `${actor.firstName} ${actor.lastName}`;
  return { name, club: null, timeZone, whose: { user: actor.uuid } };
}

const own = {
  description:
    'As article 15 GDPR asks for: with purposes, legal bases, origin, storage times, receivers and rights. The ' +
    'newest entries of each section first. Without the names of others.',
  input: nothing,
  may: loggedIn,
  confirms: 'export',
} as const;

export const readOwnReport = operation({
  ...own,
  summary: 'Read what is stored about oneself',
  async read({ db, actor, services: { config, limits } }) {
    const about = aboutOneself(actor, await ownTimeZone(db, actor));
    const leave = await limits.enterList(actor.uuid);
    try {
      return await reportOn(db, about, { auditDays: config.auditDays, most: ON_PAPER });
    } finally {
      leave();
    }
  },
});

export const readOwnReportFile = operation({
  ...own,
  summary: 'Download what is stored about oneself, as a report',
  async read({ db, actor, services: { config } }) {
    const about = aboutOneself(actor, await ownTimeZone(db, actor));
    return reportFileOn(db, about, { auditDays: config.auditDays, most: IN_FILE });
  },
});

export const readMemberForReport = operation({
  summary: 'Read the member that a report will be about',
  input: memberId,
  subject: memberOfReport,
  may: lookAfter,
  read({ subject: { member } }) {
    const { uuid, firstName, lastName } = member;
    return { uuid, firstName, lastName };
  },
});

/** A write, so that the log keeps who looked at a member's data (S2). */
const ofMember = {
  description:
    'What the club holds about them, for the member to be given; also of members without an account. It has the notes ' +
    "of their answers. Not what belongs to their account, and without the names of others. The club's log says who " +
    'made it.',
  input: memberId,
  subject: memberOfReport,
  may: lookAfter,
  confirms: 'export',
  audit: ({ subject: { member } }: { subject: Subject }) =>
    `Auskunft über ${named(member)} erstellt`,
} as const;

type Subject = NonNullable<Awaited<ReturnType<typeof memberOfReport>>>;

function aboutMember({ member }: Subject) {
  const { uuid, organization, firstName, lastName, user, club, timeZone, hasNamesake } = member;
  const whose = { member: uuid, organization, user };
  return { name: `${firstName} ${lastName}`, club, timeZone, whose, hasNamesake };
}

export const createMemberReport = operation({
  ...ofMember,
  summary: 'Make a report of what is stored about a member',
  run: ({ db, subject, services: { config } }) =>
    reportOn(db, aboutMember(subject), { auditDays: config.auditDays, most: ON_PAPER }),
});

export const createMemberReportFile = operation({
  ...ofMember,
  summary: 'Make a report of what is stored about a member, as a file',
  // Read while it is sent, after the transaction.
  run: ({ subject, services: { db, config } }) =>
    reportFileOn(db, aboutMember(subject), { auditDays: config.auditDays, most: IN_FILE }),
});

export const readOwnData = operation({
  summary: 'Download everything that is stored about oneself',
  input: nothing,
  may: loggedIn,
  confirms: 'export',
  read: ({ db, actor }) => ownData(db, actor.uuid),
});
