import { expect, it } from 'vitest';
import { queueEmailChange } from '~/features/accounts/email-change.server';
import { seal } from '~/kernel/seal.server';
import { hashSecret, newSecret } from '~/kernel/secret.server';
import { queueMail } from '~/mail/queue.server';
import { type OutboxMail, readOutbox } from '~/mail/transport.server';
import { testApp } from '../support/app';
import { giveFactor } from '../support/authenticator';
import { demandFactor } from '../support/factor-rule';
import { HOSTILE_NAMES } from '../support/hostile-names';
import { linkLike, linksIn, loadedBy, shown } from '../support/mail-links';
import { changeRows, insertRows } from '../support/rows';

const app = testApp();

/** What the program itself writes; patterns stricter than any mail program's take it for links. */
const OWN = ['203.0.113.x', '13. März 2027, 18:00'];
/** The confirmed address of the inviting user. */
const INVITER = /user\d+@verein\.example/g;

/** Those that say no more than what has happened. */
const ABOUT_FACTORS = [
  'factorOn',
  'factorOff',
  'recoveryCodesNew',
  'codesGuessed',
  'factorReset',
] as const;
const TEMPLATES = [
  'activation',
  'accountExists',
  'emailChange',
  'emailChangeNotice',
  'passwordReset',
  'invitation',
  'newDevice',
  'adminsNeedFactor',
  'groupWithoutLeader',
  'erasuresAhead',
  'recoveryCodeUsed',
  ...ABOUT_FACTORS,
] as const;

type Template = (typeof TEMPLATES)[number];

/** Queues these mails about a person and a club of this name. @returns them by template */
async function mailsNamed(
  name: string,
  templates: readonly Template[],
): Promise<Map<string, OutboxMail>> {
  const mail = async (template: Template, payload: Record<string, string>) => {
    if (templates.includes(template)) await queueMail(app.db, template, payload);
  };
  const before = new Set((await readOutbox(app.config)).map(({ id }) => id));
  const firstName = name.slice(0, 100);
  const user = await app.make.user({ firstName, lastName: firstName });
  const begun = await app.make.user({ firstName, lastName: firstName, activated: false });
  const { organization, admin } = await app.make.club({ name: name.slice(0, 200) });
  await changeRows(app.db, 'users', admin.uuid, { first_name: firstName });
  const member = await app.make.member(organization, { firstName });
  const { secret: code } = newSecret();
  const invitation = { member_uuid: member.uuid, organization_uuid: organization.uuid };
  await insertRows(app.db, 'invitations', {
    ...invitation,
    code_hash: hashSecret(code),
    created_by: admin.uuid,
  });
  const to = (template: string) => `${template}.${user.uuid}@verein.example`;
  await changeRows(app.db, 'users', begun.uuid, { email: to('activation') });
  await mail('activation', { user: begun.uuid });
  if (templates.includes('emailChange'))
    await queueEmailChange(app.db, user.uuid, to('emailChange'));
  const moved = { user: user.uuid, email: 'evil.com/jetzt@evil.com', to: to('emailChangeNotice') };
  await mail('emailChangeNotice', moved);
  const sealed = seal(code, app.config.secret);
  await mail('invitation', { email: to('invitation'), code: sealed, by: admin.uuid });
  const device = { device: name, network: '203.0.113.0/24', at: '2027-03-13T17:00:00.000Z' };
  await mail('newDevice', { user: user.uuid, to: to('newDevice'), ...device });
  await demandFactor(app, organization);
  const demanded = await app.make.user({ firstName, email: to('adminsNeedFactor') });
  await app.make.belongs(demanded, organization, 'ORGANIZATION_ADMIN');
  const about = { user: demanded.uuid, organization: organization.uuid };
  await mail('adminsNeedFactor', about);
  const clerk = await app.make.user({ firstName, email: to('groupWithoutLeader') });
  await app.make.belongs(clerk, organization, 'EDIT_MEMBERS');
  const group = await app.make.group(organization, [], { name: name.slice(0, 100) });
  await mail('groupWithoutLeader', { user: clerk.uuid, group: group.uuid });
  const keeper = await app.make.user({ firstName, email: to('erasuresAhead') });
  await app.make.belongs(keeper, organization, 'EDIT_MEMBERS');
  await insertRows(app.db, 'members', {
    organization_uuid: organization.uuid,
    first_name: firstName,
    last_name: firstName,
    left_on: '2020-01-01',
    erase_on: '2040-01-01',
  });
  await mail('erasuresAhead', {
    user: keeper.uuid,
    organization: organization.uuid,
  });
  const careful = await app.make.user({ firstName, email: to('recoveryCodeUsed') });
  await giveFactor(app, careful);
  await mail('recoveryCodeUsed', { user: careful.uuid });
  for (const template of ['accountExists', 'passwordReset', ...ABOUT_FACTORS] as const) {
    const account = await app.make.user({ firstName, email: to(template) });
    await mail(template, { user: account.uuid });
  }
  await app.work();
  const mails = (await readOutbox(app.config)).filter(({ id }) => !before.has(id));
  return new Map(mails.map((mail) => [mail.to.split('.')[0] ?? '', mail]));
}

/** Each name is in a third of the mails, by turns, and each mail has a third of the names. */
const named = Object.entries(HOSTILE_NAMES).map(
  ([what, name], nth) =>
    [what, name, TEMPLATES.filter((_template, at) => at % 3 === nth % 3)] as const,
);

it.each(named)(
  'no mail turns a hostile name into a link in subject, preview, HTML or text, and none loads anything: %s (N16, issue 10, medium 5)',
  async (_kind, name, templates) => {
    const mails = await mailsNamed(name, templates);
    for (const template of templates) {
      const mail = mails.get(template) ?? expect.fail(`${template} was not written`);
      const { subject, html, text } = mail;
      const [own = '', ...others] = [...new Set(html.match(/href="[^"]*"/g))];
      const link = own.slice('href="'.length, -1);
      expect(link.startsWith(`${app.origin}/app/`), `${template}: ${link}`).toBe(true);
      expect(others, template).toEqual([]);
      expect(loadedBy(html), template).toEqual([]);
      for (const part of [subject, shown(html), text]) {
        const rest = [link, ...OWN].reduce(
          (left, own) => left.replaceAll(own, ''),
          part.replace(/[\n\u00A0]/g, ' ').replace(INVITER, ''),
        );
        expect(linkLike(rest), `${template}: ${rest}`).toEqual([]);
        expect(
          (await linksIn(part.replace(INVITER, ''))).filter((href) => href !== link),
          template,
        ).toEqual([]);
      }
      expect(subject.length, template).toBeLessThan(150);
    }
  },
);

// The others read so in mails about events: notification-names.test.ts.
it.each([
  ["D'Angelo", "D'Angelo"],
  ['Schach@Verein', 'Schach @ Verein'],
])('the name %s reads %s in a mail', async (name, readable) => {
  const mails = await mailsNamed(name, ['invitation', 'passwordReset']);
  const invitation = mails.get('invitation');
  expect(invitation?.subject).toBe(`Einladung von „${readable}“`);
  expect(invitation?.text.replace(/\s+/g, ' ')).toContain(`„${readable}“`);
  expect(shown(invitation?.html ?? '')).toContain(`„${readable}“`);
  expect(shown(mails.get('passwordReset')?.html ?? '')).toContain(`Hallo ${readable},`);
});
