import { named } from '~/features/members/wording';
import { nothing } from '~/kernel/fields';
import { loggedIn, operation } from '~/kernel/operation.server';
import * as policy from './policy';
import type { Most } from './queries/collected.server';
import { ownTimeZone } from './queries/own-time-zone.server';
import { memberOfReport } from './queries/subject.server';
import { reportOn } from './report.server';
import { memberId } from './schema';

/** 'Auskunft': what is stored about a person (S1, S2). */

/** What is read of each section on paper, and in a file for programs. Nobody has so much. */
const ON_PAPER = { entries: 1000, bytes: 130 * 1024 };
const IN_FILE = { entries: 10_000, bytes: 2 * 1024 * 1024 };

const own = (most: Most, summary: string) =>
  operation({
    summary,
    description:
      'As article 15 GDPR asks for: with purposes, legal bases, origin, storage times, receivers and rights. The ' +
      'newest entries of each section first. Without the names of others.',
    input: nothing,
    may: loggedIn,
    confirms: 'export',
    async read({ db, actor, services: { config } }) {
      const { uuid, firstName, lastName } = actor;
      const timeZone = await ownTimeZone(db, actor);
      const name = `${firstName} ${lastName}`;
      const about = { name, club: null, timeZone, whose: { user: uuid } };
      return reportOn(db, about, { auditDays: config.auditDays, most });
    },
  });

export const readOwnReport = own(ON_PAPER, 'Read what is stored about oneself');
export const readOwnReportFile = own(IN_FILE, 'Download what is stored about oneself, as a report');

export const readMemberForReport = operation({
  summary: 'Read about whom a report is to be made',
  input: memberId,
  subject: memberOfReport,
  may: policy.giveOut,
  read({ subject: { member } }) {
    const { uuid, firstName, lastName } = member;
    return { uuid, firstName, lastName };
  },
});

/** Reading it is a write: who looked into what is stored about somebody stays in the log (S2). */
const ofMember = (most: Most, summary: string) =>
  operation({
    summary,
    description:
      'What the club holds about them, for the member to be given; also of members without an account. It has the notes ' +
      "of their answers. Not what belongs to their account, and without the names of others. The club's log says who " +
      'made it.',
    input: memberId,
    subject: memberOfReport,
    may: policy.giveOut,
    confirms: 'export',
    run({ db, subject: { member }, services: { config } }) {
      const { uuid, organization, firstName, lastName, user, club, timeZone, hasNamesake } = member;
      const whose = { member: uuid, organization, user };
      const name = `${firstName} ${lastName}`;
      const settings = { auditDays: config.auditDays, most };
      return reportOn(db, { name, club, timeZone, whose, hasNamesake }, settings);
    },
    audit: ({ subject: { member } }) => `Auskunft über ${named(member)} erstellt`,
  });

export const createMemberReport = ofMember(
  ON_PAPER,
  'Make a report of what is stored about a member',
);
export const createMemberReportFile = ofMember(
  IN_FILE,
  'Make a report of what is stored about a member, as a file',
);
