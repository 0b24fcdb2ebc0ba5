import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { TestApp } from './app';
import type { Browser } from './browser';
import { PASSWORD } from './factories';

export const address = () => `${randomUUID()}@verein.example`;

/** The path of the link in the newest mail to an address. */
export async function linkTo(app: TestApp, email: string): Promise<string> {
  const [mail] = await app.mailsTo(email);
  return /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0].replace(app.origin, '') ?? '';
}

/** A club that has mailed an invitation. */
export async function mailed(
  app: TestApp,
  { email = address(), name }: { email?: string; name?: string } = {},
) {
  const { organization, admin } = await app.make.club({ name });
  const member = await app.make.member(organization, { firstName: 'Nina', lastName: 'Neu' });
  const inviter = await app.as(admin, organization);
  const invite = async (to = email) => {
    const { code } = (await inviter.call('POST', `/organization/invitation/${member.uuid}`)).json;
    await inviter.submit(`/app/members/${member.uuid}/invitation/mail`, { code, email: to });
    return { code: code as string, link: await linkTo(app, to) };
  };
  return { organization, admin, member, inviter, email, invite, ...(await invite()) };
}

/** What a person types into it. */
export const fields = { firstName: 'Nina', lastName: 'Neu', password: PASSWORD };
/** Posts the form that the link leads to. */
export const join = (browser: Browser, link: string, typed: Record<string, string> = {}) =>
  browser.submit(`${link}/account`, { ...fields, ...typed });

export async function accountOf(app: TestApp, email: string) {
  return app.db
    .selectFrom('users')
    .select(['uuid', 'activated', 'first_name', 'last_name'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}
