import { sql } from 'kysely';
import type { Person } from '~/kernel/actor';
import type { Context } from '~/kernel/operation';
import { recordSeenBy } from '../queries/record.server';
import { groupsOfMember } from '../queries.server';

interface Listed extends Person {
  readonly uuid: string;
}

/**
 * Distinguishes members of the same name in a list by the first that no namesake shares and the
 * reader may see: 'Kennung 1234', their groups, or 'Jahrgang 1984' (decision 55). Nothing, if there
 * is no such thing. A list without namesakes costs no query.
 */
export async function toldApart<Row extends Listed>(
  context: Pick<Context, 'db' | 'actor'>,
  rows: readonly Row[],
): Promise<Array<Row & { readonly distinction?: string }>> {
  const byName = new Map<string, string[]>();
  for (const { uuid, firstName, lastName } of rows) {
    const name = `${firstName}\n${lastName}`.toLowerCase();
    byName.set(name, byName.get(name) ?? []);
    byName.get(name)?.push(uuid);
  }
  const namesakes = [...byName.values()].filter(({ length }) => length > 1);
  if (namesakes.length === 0) return [...rows];
  const known = await knownOf(context, namesakes.flat());
  const distinctions = new Map(namesakes.flatMap((members) => distinctionsOf(members, known)));
  return rows.map((row) => {
    const distinction = distinctions.get(row.uuid);
    return distinction ? { ...row, distinction } : row;
  });
}

/** Each member's possible distinctions, in order of preference; '' for those without. */
async function knownOf({ db, actor }: Pick<Context, 'db' | 'actor'>, members: readonly string[]) {
  const found = await db
    .selectFrom('members')
    .select(['uuid', 'custom_member_identifier as identifier', groupsOfMember.as('groups')])
    .select(sql<string | null>`left(${recordSeenBy(actor)} ->> 'birthday', 4)`.as('born'))
    .where('uuid', '=', sql<string>`any(${members}::uuid[])`)
    .execute();
  return new Map(
    found.map(({ uuid, identifier, groups, born }) => [
      uuid,
      [identifier && `Kennung ${identifier}`, groups.join(', '), born ? `Jahrgang ${born}` : ''],
    ]),
  );
}

/** For each of several members of one name, the first distinction that no other has. */
function distinctionsOf(
  members: readonly string[],
  known: ReadonlyMap<string, readonly string[]>,
): [member: string, distinction: string][] {
  const times = new Map<string, number>();
  for (const text of members.flatMap((member) => known.get(member) ?? []))
    times.set(text, (times.get(text) ?? 0) + 1);
  return members.flatMap((member) => {
    const text = known.get(member)?.find((each) => each !== '' && times.get(each) === 1);
    return text ? [[member, text] as [string, string]] : [];
  });
}
