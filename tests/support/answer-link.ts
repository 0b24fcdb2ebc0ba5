import { answerToken, joinedAt } from '~/features/answers/queries/links.server';
import {
  type UnsubscribeLink,
  unsubscribeToken,
} from '~/features/notifications/unsubscribing.server';
import { answerLinkPath } from '~/paths/links';
import type { TestApp } from './app';

/** Links as in mails, and what they must not change. */

interface Answerer {
  readonly event: { readonly uuid: string };
  readonly user: { readonly uuid: string; readonly member: string };
}

/** The path of the link that answers for a user's member, as in a mail written now. */
export async function answerLink(
  app: TestApp,
  { event, user }: Answerer,
  preset?: 'yes' | 'no' | 'optOut',
): Promise<string> {
  const known = await app.db
    .selectFrom('users as u')
    .innerJoin('organization_users as ou', 'ou.user_uuid', 'u.uuid')
    .innerJoin('events as e', 'e.organization_uuid', 'ou.organization_uuid')
    .select(['u.links_epoch as epoch', joinedAt('ou').as('joined')])
    .where('u.uuid', '=', user.uuid)
    .where('e.uuid', '=', event.uuid)
    .executeTakeFirstOrThrow();
  const link = { event: event.uuid, member: user.member, user: user.uuid, ...known };
  return answerLinkPath(answerToken(link, app.config.secret), preset);
}

/** The path that ends mails of a kind. */
export const unsubscribeLink = (app: TestApp, link: UnsubscribeLink): string =>
  `/app/unsubscribe/${unsubscribeToken(link, app.config.secret)}`;

/** All rows of all tables as one text: equal as long as nothing changes. */
export async function everything({ pool }: Pick<TestApp, 'pool'>): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
     from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as rows from ${name} t`,
  );
  const { rows } = await pool.query<{ name: string; rows: string }>(
    `${each.join(' union all ')} order by name`,
  );
  return rows.map(({ name, rows: hash }) => `${name} ${hash}`).join('\n');
}

/** What scanners, previews and mail programs do with a link before anybody sees it. */
export async function scan(app: TestApp, path: string): Promise<void> {
  const visitors: Array<{ method: string; headers?: Record<string, string> }> = [
    { method: 'HEAD' },
    { method: 'GET' },
    { method: 'GET', headers: { Purpose: 'prefetch', 'Sec-Purpose': 'prefetch;prerender' } },
    { method: 'GET', headers: { Range: 'bytes=0-1023', 'User-Agent': 'Scanner' } },
    { method: 'OPTIONS' },
  ];
  for (const visitor of visitors) {
    const { location } = await app.visitor().send(path, visitor);
    if (location) await app.visitor().send(location, visitor);
  }
}
