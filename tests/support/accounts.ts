import type { TestApp } from './app';
import { PASSWORD } from './factories';
import { changeRows } from './rows';

export const registrant = (email: string) => ({
  firstName: 'Jörg',
  lastName: 'Müller',
  email,
  password: PASSWORD,
});

/** The path of the first link in the newest matching mail to an address. */
export async function mailedLink(app: TestApp, address: string, subject = /./): Promise<string> {
  const mails = await app.mailsTo(address);
  const mail = mails.find((each) => subject.test(each.subject));
  if (!mail) throw new Error(`no mail to ${address} about ${subject}`);
  return /https?:\/\/\S+/.exec(mail.text)?.[0].replace(app.origin, '') ?? '';
}

export const codeIn = (link: string) => /\/([\w-]{43})(?![\w-])/.exec(link)?.[1] ?? '';

export async function expireCodes(app: TestApp, user: { uuid: string }): Promise<void> {
  const expired = { expires_at: new Date(Date.now() - 1000) };
  await changeRows(app.db, 'codes', { user_uuid: user.uuid }, expired);
}
