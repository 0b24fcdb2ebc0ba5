import { fieldColumns } from '~/features/members/fields';
import { edit } from '~/features/members/policy';
import { conditionsOf } from '~/features/members/queries/found.server';
import { groupsOfMember, namedGroups } from '~/features/members/queries.server';
import { byName } from '~/features/members/schema';
import { memberCount } from '~/features/members/wording';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import { selected } from '~/kernel/columns';
import type { OutputOf } from '~/kernel/operation';
import { operation } from '~/kernel/operation.server';
import { inPieces } from '~/kernel/pieces.server';
import { invalid } from '~/kernel/problem';
import { memberExport } from './schema';

/** Exporting members as a table, or for an address book (O7). */

/** Member editors see all fields of all members (O2). */
const memberColumns = selected('members', { uuid: 'uuid', ...fieldColumns });

export const readExport = operation({
  summary: 'Read what members can be exported by',
  input: organizationId,
  subject: scopeInOrganization,
  may: edit,
  confirms: 'export',
  read: async ({ db, subject: { scope } }) => ({ groups: await namedGroups(db, scope) }),
});

const MOST_IN_XLSX = 20_000;

/** A write, so that the log keeps who took a whole club's data. */
export const exportMembers = operation({
  summary:
    'Export the members of an organisation, or those that filters find, with the columns that are asked for',
  input: memberExport,
  subject: scopeInOrganization,
  may: edit,
  confirms: 'export',
  async run({ db, input: { format, columns, q, ...filters }, services, subject: { scope } }) {
    const all = (from: typeof db) =>
      from
        .selectFrom('members')
        .where('organization_uuid', '=', scope.organization)
        .where((eb) => eb.and(conditionsOf(scope.organization, q, filters)));
    const { count } = await all(db)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (format === 'xlsx' && Number(count) > MOST_IN_XLSX)
      throw invalid({
        format: ['Excel-Dateien schreiben wir bis 20.000 Zeilen. Bitte CSV wählen.'],
      });
    // Read while it is sent, after the transaction.
    const listed = all(services.db).select([...memberColumns, groupsOfMember.as('groups')]);
    // The order uses field names, which conditions on cursors only find in a table.
    const members = inPieces(
      services.db,
      services.db.selectFrom(listed.as('listed')).selectAll(),
      byName,
    );
    return { format, columns, members, count: Number(count) };
  },
  audit: ({ output: { count, format } }) => `${memberCount(count)} exportiert (${format})`,
});

type Output = OutputOf<typeof exportMembers>;
export type MemberExport = Extract<Output, { members: unknown }>;
