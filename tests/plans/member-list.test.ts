import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { DB } from '#db/schema.generated';
import { linkStateOfFound } from '~/features/invitations/queries.server';
import { membersFound } from '~/features/members/queries/found.server';
import { byName } from '~/features/members/schema';
import type { Scope } from '~/kernel/actor';
import type { Slice } from '~/kernel/keyset';
import { inOrder } from '~/kernel/keyset.server';
import { testApp } from '../support/app';

const app = testApp();

describe('large clubs', () => {
  let pool: pg.Pool;
  let explained: Kysely<DB>;
  let last: { sql: string; parameters: readonly unknown[] };
  let big: Scope;

  beforeAll(async () => {
    const organization = await app.make.organization();
    big = { organization: organization.uuid } as Scope;
    await sql`insert into organizations (name) select 'Viele ' || i from generate_series(1, 300) i`.execute(
      app.patient.db,
    );
    await sql`insert into members (organization_uuid, first_name, last_name)
      select o.uuid, (array['Anna', 'Jörg', 'Max', 'Zoë', 'Karl-Heinz'])[1 + i % 5],
        (array['Müller', 'Schmidt', 'Weiß', 'Mueller', 'Bach', 'König'])[1 + i % 6] || ' ' || md5(o.uuid::text || i)
      from organizations o
      cross join lateral generate_series(1, case when o.uuid = ${organization.uuid}::uuid then 12000 else 40 end) i
      where o.name like 'Viele %' or o.uuid = ${organization.uuid}::uuid`.execute(app.patient.db);
    await sql`vacuum analyze members`.execute(app.patient.db);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db);
    const url = new URL(inject('postgres'));
    url.pathname = `/${rows[0]?.name}`;
    pool = new pg.Pool({ connectionString: url.href, max: 1 });
    explained = new Kysely<DB>({
      dialect: new PostgresDialect({ pool }),
      log: ({ query }) => {
        last = query;
      },
    });
    return () => explained.destroy();
  });

  interface Plan {
    'Node Type': string;
    'Relation Name'?: string;
    'Actual Rows': number;
    'Actual Loops': number;
    'Rows Removed by Filter'?: number;
    'Rows Removed by Index Recheck'?: number;
    Plans?: Plan[];
  }

  const membersByName = ({ q, ...part }: Slice & { q: string }) =>
    inOrder(membersFound(explained, big, q), byName, part).execute();

  async function planOf(part: Slice & { q: string }): Promise<Plan[]> {
    await membersByName(part);
    return lastPlan();
  }

  /** Every node of the plan with which Postgres answered the last query, as it really went. */
  async function lastPlan(): Promise<Plan[]> {
    const { rows } = await pool.query(`explain (analyze, format json) ${last.sql}`, [
      ...last.parameters,
    ]);
    const all: Plan[] = [];
    const walk = (plan: Plan) => {
      all.push(plan);
      plan.Plans?.forEach(walk);
    };
    walk(rows[0]['QUERY PLAN'][0].Plan);
    return all;
  }

  const read = (plan: Plan[]) =>
    plan
      .filter((node) => /Scan$/.test(node['Node Type']) && node['Node Type'] !== 'CTE Scan')
      .reduce(
        (sum, node) =>
          sum +
          (node['Actual Rows'] +
            (node['Rows Removed by Filter'] ?? 0) +
            (node['Rows Removed by Index Recheck'] ?? 0)) *
            node['Actual Loops'],
        0,
      );

  it('any page of a very large club is reached by walking only that page (D1)', async () => {
    const members = await membersByName({ q: '' });
    expect(members).toHaveLength(12_000);
    const middle = members[6000];
    if (!middle) throw new Error('no member in the middle');
    const place = [middle.lastName, middle.firstName, middle.uuid];
    for (const part of [{}, { after: place }, { before: place }]) {
      const plan = await planOf({ q: '', limit: 101, ...part });
      expect(plan.map((node) => node['Node Type'])).not.toContain('Seq Scan');
      expect(plan.map((node) => node['Node Type'])).not.toContain('Sort');
      expect(read(plan)).toBeLessThanOrEqual(101);
    }
  });

  it('the state of invitations is looked up for the rows of the page alone (D1, D3)', async () => {
    for (const q of ['', 'bach']) {
      const found = membersFound(explained, big, q).select(linkStateOfFound.as('link'));
      await inOrder(found, byName, { limit: 101 }).execute();
      const plan = await lastPlan();
      const lookUps = plan.filter((node) => node['Relation Name'] === 'invitations');
      expect(lookUps).not.toEqual([]);
      for (const node of lookUps) expect(node['Actual Loops']).toBeLessThanOrEqual(101);
    }
  });

  it.each(['zz', 'ab', 'weiß 0f3', 'qqq', 'müller anna', 'karl-heinz', 'bach 1'])(
    'searching a very large club for %s reads only what it finds (D1)',
    async (q) => {
      const hits = await membersByName({ q });
      const plan = await planOf({ q, limit: 101 });
      expect(plan.map((node) => node['Node Type'])).not.toContain('Seq Scan');
      // The word index and the table each return the hits; trigrams add a few false ones.
      expect(read(plan)).toBeLessThan(6 * hits.length + 1200);
    },
  );
});
