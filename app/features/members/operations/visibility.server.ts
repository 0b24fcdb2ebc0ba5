import type { Database } from '#db/connection';
import { administer } from '~/features/organizations/policy';
import { lockClub, scopeInOrganization } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import { operation } from '~/kernel/operation.server';
import { type RecordPart, recordParts, type SeenBy } from '../fields';
import { partsInWords } from '../rules/field-words';
import { memberVisibility } from '../schema';

/** What a club lets others see of its members' records (O2). */

const PARTS = Object.keys(recordParts) as RecordPart[];

type Visibility = Record<RecordPart, SeenBy>;

async function visibilityOf(db: Database, organization: string): Promise<Visibility> {
  const rows = await db
    .selectFrom('member_visibility')
    .select(['part', 'seen_by'])
    .where('organization_uuid', '=', organization)
    .execute();
  const chosen = new Map(rows.map(({ part, seen_by }) => [part, seen_by as SeenBy]));
  return Object.fromEntries(
    PARTS.map((part) => [part, chosen.get(part) ?? 'office']),
  ) as Visibility;
}

export const readMemberVisibility = operation({
  summary: "Read who sees what of the members' records",
  input: organizationId,
  subject: scopeInOrganization,
  may: administer,
  read: ({ db, subject: { scope } }) => visibilityOf(db, scope.organization),
});

export const updateMemberVisibility = operation({
  summary: "Decide who sees what of the members' records",
  input: memberVisibility,
  subject: scopeInOrganization,
  may: administer,
  async run({ db, input: { shown: seen, ...wanted }, subject: { scope } }) {
    const { organization } = scope;
    // Simultaneous changes are made one after the other.
    await lockClub(db, organization);
    const before = await visibilityOf(db, organization);
    const changed = PARTS.filter(
      (part) => wanted[part] && wanted[part] !== seen?.[part] && wanted[part] !== before[part],
    );
    if (changed.length === 0) return { changed };
    await db
      .deleteFrom('member_visibility')
      .where('organization_uuid', '=', organization)
      .where('part', 'in', changed)
      .execute();
    const shown = changed.flatMap((part) => {
      const seen_by = wanted[part];
      return seen_by && seen_by !== 'office'
        ? [{ organization_uuid: organization, part, seen_by }]
        : [];
    });
    if (shown.length > 0) await db.insertInto('member_visibility').values(shown).execute();
    return { changed };
  },
  audit: ({ output: { changed } }) =>
    changed.length > 0
      ? `Wer Angaben zu Mitgliedern sieht, geändert: ${partsInWords(changed)}`
      : null,
});
