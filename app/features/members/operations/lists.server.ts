import { sql } from 'kysely';
import { linkStateOfFound } from '~/features/invitations/queries.server';
import { administer } from '~/features/organizations/policy';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import type { Scope } from '~/kernel/actor';
import { readPage } from '~/kernel/keyset.server';
import { inScope, operation } from '~/kernel/operation.server';
import { readInPieces } from '~/kernel/pieces.server';
import { longFields } from '../fields';
import * as policy from '../policy';
import {
  groupsOfFound,
  isNarrow,
  membersFound,
  outlineOf,
  placeBefore,
  recordOfFound,
  withMembersFound,
} from '../queries/found.server';
import { withRecords } from '../queries/record.server';
import { groupsInUse, namedGroups } from '../queries.server';
import { toldApart } from '../rules/namesakes.server';
import { byName, filteredMembersPage, type MemberFilters, memberList } from '../schema';
import { MAX_COUNTED, memberCount } from '../wording';

/** Lists of members (D1, O11). */

/** Up to this many need no letters to jump to. */
const FEW = 30;

/** Rows of a page of the list on screen. */
const PAGE_SIZE = 100;

export const listMembers = operation({
  summary: 'List the members of an organisation',
  description:
    'By last name, first name (D1), in German order; `q` finds members by parts of their name.',
  input: memberList,
  subject: scopeInOrganization,
  may: inScope,
  async read({ db, actor, input: { q, limit, cursor }, subject }) {
    const found = membersFound(db, subject.scope, q);
    const { rows, next } = await readInPieces(db, found, byName, {
      after: cursor,
      limit,
      long: longFields.map((field) => `found.${field}` as const),
    });
    // For the rows of a piece only, as a piece is chosen from many more.
    return { rows: rows.inEach((members) => withRecords(db, actor, members)), next };
  },
});

export const readMembersPage = operation({
  summary: 'Read a page of the member list',
  input: filteredMembersPage,
  subject: scopeInOrganization,
  may: inScope,
  async read({ db, actor, input, subject: { scope } }) {
    const { q, from, limit = PAGE_SIZE, after, before } = input;
    const filters = filtersFor(scope, input);
    const seesLinks = administer({ scope });
    const found = withMembersFound(db, scope, q, filters)
      .selectFrom('found')
      .select(['uuid', 'firstName', 'lastName'])
      .select(outlineOf(scope, q, filters))
      .select([recordOfFound(actor).as('record'), groupsOfFound.as('groups')])
      .select((seesLinks ? linkStateOfFound : sql<null>`null`).as('link'));
    const around = from ? { after: placeBefore(from) } : { after, before };
    const [{ rows, previous, next }, groups] = await Promise.all([
      readPage(found, byName, { ...around, limit }),
      namedGroups(db, scope),
    ]);
    const [first] = rows;
    const count = first?.count ?? 0;
    const andMore = !isNarrow(q, filters) && count > MAX_COUNTED;
    return {
      q,
      filters,
      rows: (await toldApart({ db, actor }, rows)).map(({ record, groups, ...member }) => ({
        uuid: member.uuid,
        firstName: member.firstName,
        lastName: member.lastName,
        ...(member.distinction && { distinction: member.distinction }),
        ...(groups.length > 0 && { groups: groups.join(', ') }),
        ...((record.mobile || record.phone) && { tel: record.mobile || record.phone }),
        ...(record.email && { mail: record.email }),
        ...(member.link && { link: member.link }),
      })),
      previous,
      next,
      count: andMore ? MAX_COUNTED : count,
      inAll: memberCount(andMore ? MAX_COUNTED : count),
      andMore,
      letters: count > FEW ? [...(first?.letters ?? '')] : [],
      groups: groupsInUse(groups),
      anyGroups: groups.length > 0,
    };
  },
});

/** Filters by birthday, leaving and access are for those who look after members. */
function filtersFor(scope: Scope, { group, status, year, access }: MemberFilters): MemberFilters {
  return policy.lookAfter({ scope })
    ? { group, status, year, access }
    : { group, status: 'active' };
}
