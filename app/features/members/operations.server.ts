import { scopeInOrganization } from '~/features/organizations/queries.server';
import { today } from '~/kernel/day.server';
import { limited, screenful } from '~/kernel/keyset';
import { operation } from '~/kernel/operation.server';
import { notFound } from '~/kernel/problem';
import { nextVersion, requireSame, stillAt } from '~/kernel/version.server';
import { lastMonths, yearOf } from './participation';
import * as policy from './policy';
import {
  belongingsOf,
  type Member,
  memberColumns,
  memberInScope,
  membersByName,
  memberWithMonths,
  placeOf,
} from './queries.server';
import { fullMember, memberId, memberList, memberPage, newMember } from './schema';
import { named } from './wording';

/** Rows of one page of the list on screen. */
const PAGE_SIZE = 100;

export const listMembers = operation({
  summary: 'List the members of an organisation',
  description:
    'By last name, first name (D1), in German order; `q` finds members by parts of their name.',
  input: memberList,
  subject: scopeInOrganization,
  may: policy.read,
  async read({ db, input, subject }) {
    const { q, limit, cursor: after } = input;
    const rows = await membersByName(db, subject.scope, { q, after, limit: limit && limit + 1 });
    return limited(rows, limit, placeOf);
  },
});

export const browseMembers = operation({
  summary: 'Read a page of the member list',
  input: memberPage,
  subject: scopeInOrganization,
  may: policy.read,
  async read({ db, input, subject }) {
    const { q, after, before } = input;
    const from = before ? { before } : { after };
    const found = await membersByName(db, subject.scope, { q, ...from, limit: PAGE_SIZE + 1 });
    const { rows, previous, next } = screenful(found, PAGE_SIZE, from, placeOf);
    return {
      q,
      rows: rows.map(({ uuid, firstName, lastName }) => ({ uuid, firstName, lastName })),
      previous,
      next,
    };
  },
});

export const readCreation = operation({
  summary: 'Whether one may create a member',
  input: memberPage.pick({ organization: true }),
  subject: scopeInOrganization,
  may: policy.edit,
  read: () => null,
});

export const createMember = operation({
  summary: 'Create a member',
  input: newMember,
  once: true,
  subject: scopeInOrganization,
  may: policy.edit,
  run: ({ db, input, subject }) =>
    db
      .insertInto('members')
      .values({ organization_uuid: subject.scope.organization, ...columns(input) })
      .returning(memberColumns)
      .executeTakeFirstOrThrow(),
  audit: ({ output }) => `${named(output)} angelegt`,
});

export const readMemberProfile = operation({
  summary: 'Read a member and how often they took part over the last twelve months',
  input: memberId,
  subject: (context, input) => memberWithMonths(context, input, lastMonths(today())[0] ?? ''),
  may: policy.read,
  read({ subject }) {
    const { months, ...member } = subject.member;
    return { member, year: yearOf(today(), months) };
  },
});

export const readMember = operation({
  summary: 'Read a member',
  input: memberId,
  subject: memberInScope,
  may: policy.read,
  read: ({ subject }) => subject.member,
});

export const editMember = operation({
  summary: 'Read a member in order to change it',
  input: memberId,
  subject: memberInScope,
  may: policy.edit,
  read: ({ subject }) => subject.member,
});

export const saveMember = operation({
  summary: 'Change a member',
  description: 'Takes the full member: an optional field that is left out becomes empty.',
  input: fullMember,
  edits: true,
  subject: memberInScope,
  may: policy.edit,
  async run({ db, actor, input, subject, version }) {
    const saved = await db
      .updateTable('members')
      .set({ ...columns(input), version: nextVersion })
      .where('organization_uuid', '=', subject.scope.organization)
      .where('uuid', '=', subject.member.uuid)
      .where(stillAt(version))
      .returning([...memberColumns, 'version'])
      .executeTakeFirst();
    if (saved) return { ...subject.member, ...saved };
    const now = await memberInScope({ db, actor }, input);
    if (!now) throw notFound();
    const { firstName, lastName, customMemberIdentifier, description } = input;
    const wanted = { firstName, lastName, customMemberIdentifier, description };
    requireSame(now.member.version, wanted, { ...now.member });
    return now.member;
  },
  audit: ({ output }) => `${named(output)} geändert`,
});

export const readDeletion = operation({
  summary: 'Read what is lost when a member is deleted',
  input: memberId,
  subject: memberInScope,
  may: policy.edit,
  async read({ db, subject }) {
    const { uuid, firstName, lastName } = subject.member;
    const belongings = await belongingsOf(db, subject.scope, uuid);
    if (!belongings) throw notFound();
    return { uuid, firstName, lastName, belongings };
  },
});

export const deleteMember = operation({
  summary: 'Delete a member',
  description:
    'Their registrations, participations, answers and invitation go with them. A linked user stays in the organisation.',
  input: memberId,
  once: true,
  subject: memberInScope,
  may: policy.edit,
  async run({ db, subject }) {
    const deleted = await db
      .deleteFrom('members')
      .where('organization_uuid', '=', subject.scope.organization)
      .where('uuid', '=', subject.member.uuid)
      .returning('uuid')
      .executeTakeFirst();
    if (!deleted) throw notFound();
  },
  audit: ({ subject }) => `${named(subject.member)} gelöscht`,
});

type Fields = Pick<Member, 'firstName' | 'lastName' | 'customMemberIdentifier' | 'description'>;

function columns({ firstName, lastName, customMemberIdentifier, description }: Fields) {
  return {
    first_name: firstName,
    last_name: lastName,
    custom_member_identifier: customMemberIdentifier,
    description,
  };
}
