import { sql } from 'kysely';
import type { Database } from '#db/connection';
import * as organizations from '~/features/organizations/policy';
import { organizationInScope } from '~/features/organizations/queries.server';
import { SWITCHED } from '~/features/organizations/wording';
import type { Scope } from '~/kernel/actor';
import { readPage } from '~/kernel/keyset.server';
import { operation } from '~/kernel/operation.server';
import { logOf } from '~/paths/audit';
import { dayAt, dayInFull, timeAt } from '~/times';
import { type LogFilter, logPage, newestFirst, readFilterDay } from './schema';

const PAGE_SIZE = 50;

export const readLogPage = operation({
  summary: 'Read a page of the audit log of an organisation, the newest entry first',
  input: logPage,
  subject: organizationInScope,
  may: organizations.administer,
  async read({ db, input, subject: { scope, organization } }) {
    const { timeZone } = organization;
    const { q, person, from, until, after, before } = input;
    const [first, last] = [readFilterDay(from), readFilterDay(until)];
    const filter = { q, person, from: first.day || from, until: last.day || until };
    const part = { after, before, limit: PAGE_SIZE };
    const days = { from: first.day, until: last.day };
    const entries = entriesOf(db, scope, { q, person, ...days, timeZone });
    const { rows, previous, next } = await readPage(entries, newestFirst, part);
    return {
      filter,
      errors: { from: first.error, until: last.error },
      days: daysOf(
        rows.map(({ id, at, action, ...author }) => ({
          id,
          day: dayInFull(dayAt(at, timeZone)),
          time: timeAt(at, timeZone),
          ...authorOf(author),
          action,
        })),
      ),
      previous,
      next,
    };
  },
});

/** Rows of one day follow each other. */
function daysOf<Row extends { day: string }>(rows: readonly Row[]) {
  const days = new Map<string, Row[]>();
  for (const row of rows) days.set(row.day, [...(days.get(row.day) ?? []), row]);
  return Array.from(days, ([day, rows]) => ({ day, rows }));
}

type Author = Record<'actor' | 'firstName' | 'lastName', string | null>;

/** Who did it, and where all that people of this name did is listed. */
function authorOf({ actor, firstName, lastName }: Author): { who: string; to?: string } {
  if (actor === null) return { who: 'Automatisch' };
  if (firstName === null) return { who: 'gelöschtes Konto' };
  const who = `${firstName} ${lastName}`;
  return { who, to: logOf(who) };
}

/**
 * The entries of an organisation's log that match a filter, in the club's days, with the author (null:
 * the program itself) and their current name (null: the account is gone).
 */
function entriesOf(
  db: Database,
  { organization }: Scope,
  { q, person, from, until, timeZone }: LogFilter & { timeZone: string },
) {
  let query = db
    .selectFrom('audit_log as a')
    .leftJoin('users as u', 'u.uuid', 'a.actor_uuid')
    .select(['a.id', 'a.at', 'a.action', 'a.actor_uuid as actor'])
    .select(['u.first_name as firstName', 'u.last_name as lastName'])
    .where('a.organization_uuid', '=', organization)
    .where('a.action', '<>', SWITCHED);
  if (q) query = query.where(containing(sql`a.action`, q));
  if (person) query = query.where(containing(sql`u.first_name || ' ' || u.last_name`, person));
  if (from)
    query = query.where('a.at', '>=', sql<Date>`${from}::date::timestamp at time zone ${timeZone}`);
  if (until)
    query = query.where(
      'a.at',
      '<',
      sql<Date>`(${until}::date + 1)::timestamp at time zone ${timeZone}`,
    );
  return query;
}

function containing(text: ReturnType<typeof sql>, part: string) {
  return sql<boolean>`strpos(lower(${text}), lower(${part})) > 0`;
}
