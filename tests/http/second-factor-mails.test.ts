import { afterAll, expect, it } from 'vitest';
import { queueMail } from '~/mail/queue.server';
import { testApp } from '../support/app';
import { accountWithFactor, giveRecoveryCodes } from '../support/authenticator';
import { openMailbox } from '../support/mailbox';

const mailbox = await openMailbox();
const app = testApp({
  smtpUrl: mailbox.url,
  mailFrom: { name: '', address: 'post@verein.example' },
});
afterAll(() => mailbox.close());

const NOT_ME = 'Waren Sie es nicht? Dann setzen Sie bitte gleich ein neues Passwort';

/** Each mail: its subject, what it tells, and what to do if somebody else did it. */
const MAILS = {
  factorOn: ['Handy-Code eingerichtet', 'brauchen Sie ab sofort auch einen Code', 'Nur sie können'],
  factorOff: ['Handy-Code abgeschaltet', 'reicht jetzt wieder Ihr Passwort', NOT_ME],
  recoveryCodesNew: ['Neue Wiederherstellungscodes', 'gelten nicht mehr', NOT_ME],
  recoveryCodeUsed: [
    'Wiederherstellungscode benutzt',
    'Sie haben noch 10 Wiederherstellungscodes',
    NOT_ME,
  ],
  codesGuessed: ['Jemand kennt vermutlich Ihr Passwort', 'einen falschen Code', NOT_ME],
  factorReset: ['Handy-Code entfernt', 'überall ausgeloggt', 'Haben Sie nicht darum gebeten?'],
} as const;

it.each(Object.entries(MAILS))(
  'the mail %s says what happened, and what to do if it was somebody else (T3, T4)',
  async (template, [subject, told, advice]) => {
    const user = await accountWithFactor(app);
    await giveRecoveryCodes(app, user);
    await queueMail(app.db, template, { user: user.uuid });
    await app.work();
    const mail = mailbox.newestTo(user.email);
    expect(mail.subject).toBe(subject);
    const text = String(mail.text).replace(/\s+/g, ' ');
    expect(text).toContain(told);
    expect(text).toContain(advice);
    // One address, which needs no log-in and no code.
    expect(new Set(text.match(/https?:\/\/\S+/g))).toEqual(
      new Set([`${app.origin}/app/auth/password-reset`]),
    );
    const html = String(mail.html);
    expect(html).toContain('@media (prefers-color-scheme: dark)');
    expect(html).not.toMatch(/(src|background)="?https?:|url\(/);
    expect(Buffer.byteLength(html)).toBeLessThan(8192);
  },
);

it('none of them goes to anybody who has no account any more (T3)', async () => {
  const before = mailbox.mails.length;
  const waiting = await app.make.user({ activated: false });
  for (const template of Object.keys(MAILS)) {
    await queueMail(app.db, template, { user: waiting.uuid });
    await queueMail(app.db, template, { user: crypto.randomUUID() });
  }
  await app.work();
  expect(mailbox.mails).toHaveLength(before);
});

it('a used recovery code is told with how many are left, and not where the factor is gone (T4)', async () => {
  const user = await accountWithFactor(app);
  await queueMail(app.db, 'recoveryCodeUsed', { user: user.uuid });
  await app.work();
  expect(mailbox.newestTo(user.email).text?.replace(/\s+/g, ' ')).toContain(
    'Sie haben keine Wiederherstellungscodes mehr.',
  );
  const count = mailbox.mails.length;
  await app.db.deleteFrom('totp').where('user_uuid', '=', user.uuid).execute();
  await queueMail(app.db, 'recoveryCodeUsed', { user: user.uuid });
  await app.work();
  expect(mailbox.mails).toHaveLength(count);
});
