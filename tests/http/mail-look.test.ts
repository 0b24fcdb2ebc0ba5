import { afterAll, expect, it } from 'vitest';
import { readConfig } from '~/config.server';
import { seal } from '~/kernel/seal.server';
import { hashSecret, newSecret } from '~/kernel/secret.server';
import { queueMail } from '~/mail/queue.server';
import { testApp } from '../support/app';
import { openMailbox } from '../support/mailbox';
import { notifyRegistered } from '../support/notifications';
import { insertRows } from '../support/rows';

const mailbox = await openMailbox();
const { mailFrom } = readConfig({ MAIL_FROM: 'Server, der <post@verein.example>' });
const app = testApp({ smtpUrl: mailbox.url, mailFrom });
afterAll(() => mailbox.close());

/** @returns the invitation mail of a club of this name, as it arrives */
async function invitationFrom(name: string) {
  const { organization, admin } = await app.make.club({ name });
  const member = await app.make.member(organization);
  const { secret: code } = newSecret();
  await insertRows(app.db, 'invitations', {
    member_uuid: member.uuid,
    organization_uuid: organization.uuid,
    code_hash: hashSecret(code),
    created_by: admin.uuid,
  });
  const email = `${member.uuid}@verein.example`;
  const sealed = seal(code, app.config.secret);
  await queueMail(app.db, 'invitation', { email, code: sealed, by: admin.uuid });
  await app.work();
  return mailbox.newestTo(email);
}

it("an invitation's sender is the club by way of the program, with the program's address (D4)", async () => {
  const mail = await invitationFrom('TSV Grünau 1904');
  expect(mail.from?.value).toEqual([
    { name: '„TSV Grünau 1904“ über Vereinsheim', address: 'post@verein.example' },
  ]);
  const hostile = await invitationFrom('Bank <chef@bank.example>, https://bank.example');
  expect(hostile.from?.value).toEqual([
    {
      name: '„Bank <chef @ bank. example>, https: /bank. example“ über Vereinsheim',
      address: 'post@verein.example',
    },
  ]);
});

it("a mail carries the program's mark and both themes, and loads nothing (A3)", async () => {
  await app.visitor().submit('/app/auth/register', {
    firstName: 'Jörg',
    lastName: 'Jung',
    email: 'joerg@verein.example',
    password: 'vier zufällige Wörter hier',
  });
  await app.work();
  const mail = mailbox.newestTo('joerg@verein.example');
  expect(mail.from?.value).toEqual([{ name: 'Server, der', address: 'post@verein.example' }]);
  expect(mail.attachments.map(({ cid, related }) => [cid, related])).toEqual([
    ['logo@vereinsheim', true],
  ]);
  const html = String(mail.html);
  expect(html).toContain('@media (prefers-color-scheme: dark)');
  expect(html).toContain('name="viewport"');
  expect(html).not.toMatch(/(src|background)="?https?:|url\(/);
  expect(Buffer.byteLength(html)).toBeLessThan(8192);
  expect(html, 'more than the subject says').toContain('>Waren Sie das? Der Link gilt 48 Stunden.');
  expect(mail.text).toMatch(/^Hallo Jörg,\n/);
});

it('a mail about an event is from the club, about the event, small, and loads nothing (J9, K11)', async () => {
  const { organization } = await app.make.club({ name: 'TSV Grünau 1904' });
  const { email, member } = await app.make.userOf(organization);
  const name = `${'Donaudampfschifffahrt'.repeat(3)} und Wanderung`;
  const event = await app.make.event(organization, { name, max: 3 });
  await app.make.registration(event, { uuid: member });
  await notifyRegistered(app.db, event);
  await app.work();
  const mail = mailbox.newestTo(email);
  expect(mail.from?.value).toEqual([
    { name: 'TSV Grünau 1904 über Vereinsheim', address: 'post@verein.example' },
  ]);
  expect(mail.subject).toBe('Sie sind dabei: DonaudampfschifffahrtDonaudampfschifffahrt…');
  expect(mail.subject).toHaveLength(59);
  const html = String(mail.html);
  expect(html).toContain('@media (prefers-color-scheme: dark)');
  expect(html).not.toMatch(/(src|background)="?https?:|url\(/);
  expect(Buffer.byteLength(html)).toBeLessThan(8192);
  // The club is its head, and dates do not break ('6. / Dezember').
  expect(html).toMatch(/>TSV Grünau 1904<div [^>]*>über Vereinsheim<\/div>/);
  expect(html).toMatch(/, \d+\.\u00A0\p{L}+\u00A0\d{4}/u);
  expect(mail.text).not.toContain('\u00A0');
  // To the event, and to the settings: there is nothing to unsubscribe from (N10).
  expect(html.match(/<a /g)).toHaveLength(2);
  // A word without an end must not make the mail wider than a phone: nor the reader's own name.
  expect(html).toMatch(/<h1[^>]*overflow-wrap:\s?anywhere/);
  expect(html).toMatch(new RegExp(`overflow-wrap:\\s?anywhere[^>]*><strong[^>]*>${name}`));
});
