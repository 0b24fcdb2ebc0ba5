import { createVerify, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { afterAll, describe, expect, it } from 'vitest';
import { queueMail } from '~/mail/queue.server';
import { testApp } from '../support/app';
import { HOSTILE_NAMES } from '../support/hostile-names';
import { queueTold, type Told, writtenBy } from '../support/told';

const received: Array<{ from: string; to: string[]; raw: Buffer }> = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    const parts: Buffer[] = [];
    stream.on('data', (part) => parts.push(part));
    stream.on('end', () => {
      const { mailFrom, rcptTo } = session.envelope;
      const from = mailFrom ? mailFrom.address : '';
      const to = rcptTo.map(({ address }) => address);
      received.push({ from, to, raw: Buffer.concat(parts) });
      done();
    });
  },
});
await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
const { port } = smtp.server.address() as { port: number };

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const folder = await mkdtemp(join(tmpdir(), 'vereinsheim-dkim-'));
afterAll(() => rm(folder, { recursive: true }));
const keyFile = join(folder, 'dkim.pem');
await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));

const app = testApp({
  origin: 'https://verein.example',
  smtpUrl: `smtp://127.0.0.1:${port}`,
  mailFrom: { name: 'Vereinsheim', address: 'post@verein.example' },
  mailBounces: 'zurueck@verein.example',
  dkim: { domain: 'verein.example', selector: 'vereinsheim', keyFile },
});

/** Each header as it was sent, unfolded, by its name. */
function headersOf(raw: Buffer): Map<string, string> {
  const [head = ''] = raw.toString('latin1').split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 2),
    ]),
  );
}

async function sent(to: string) {
  await app.work();
  const mail = received.findLast((each) => each.to.includes(to));
  if (!mail) throw new Error(`no mail to ${to}`);
  return { ...mail, headers: headersOf(mail.raw), parsed: await simpleParser(mail.raw) };
}

async function clubWithEvent(name: string) {
  const { organization, admin } = await app.make.club({ name });
  const user = await app.make.userOf(organization);
  const event = await app.make.event(organization, { name, max: 3 });
  const told: Told = { kind: 'event_new', user, organization, member: user.member, event };
  return { organization, admin, user, event, told };
}

describe('the headers of a mail', () => {
  it('say how one ends it, whose it is and which event it belongs to, and all of that is signed (N10)', async () => {
    const { told, organization, event, user } = await clubWithEvent('TSV Grünau');
    await queueTold(app, [told]);
    const { headers, from, parsed, raw } = await sent(user.email);
    expect(from).toBe('zurueck@verein.example');
    expect(headers.get('list-unsubscribe')).toMatch(
      /^<https:\/\/verein\.example\/app\/unsubscribe\/[\w-]+>$/,
    );
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(headers.get('list-id')).toBe(
      `=?UTF-8?B?${Buffer.from('TSV Grünau').toString('base64')}?= <${organization.uuid}.verein.example>`,
    );
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    expect(parsed.references).toBe(`<event-${event.uuid}@verein.example>`);
    expect(parsed.inReplyTo).toBe(`<event-${event.uuid}@verein.example>`);
    expect(parsed.from?.value).toEqual([
      { name: 'TSV Grünau über Vereinsheim', address: 'post@verein.example' },
    ]);
    const signature = headers.get('dkim-signature') ?? '';
    const signed = /[; ]h=([^;]*);/
      .exec(signature)?.[1]
      ?.replace(/\s/g, '')
      .toLowerCase()
      .split(':');
    expect(signed).toEqual(
      expect.arrayContaining([
        'from',
        'to',
        'subject',
        'list-id',
        'list-unsubscribe',
        'list-unsubscribe-post',
      ]),
    );
    expect(isSigned(raw, signature, signed ?? [])).toBe(true);
  });

  it('of what is always sent name no way to end it, and account mails no list (N10)', async () => {
    const { told, event, user } = await clubWithEvent('TSV Grünau');
    await app.make.registration(event, { uuid: told.member ?? '' });
    await queueTold(app, [{ ...told, kind: 'promoted' }]);
    const promoted = await sent(user.email);
    expect([...promoted.headers.keys()].filter((name) => name.startsWith('list-'))).toEqual([
      'list-id',
    ]);
    await queueMail(app.db, 'passwordReset', { user: user.uuid });
    const reset = await sent(user.email);
    expect([...reset.headers.keys()].filter((name) => /^(list|ref|in-r)/.test(name))).toEqual([]);
  });

  it('answers to a message go to its writer, if they want that (N11)', async () => {
    const { told, organization, admin, user } = await clubWithEvent('TSV Grünau');
    for (const replies of [true, false]) {
      const message = await writtenBy(app, admin, organization, { replies });
      await queueTold(app, [{ ...told, kind: 'message', message }]);
      const { headers } = await sent(user.email);
      expect(headers.get('reply-to')).toBe(replies ? admin.email : undefined);
    }
  });

  /** Signs that mean something in a header; the others are links (mail-names.test.ts). */
  const inHeaders = /[\p{Cc}\p{Cf}\p{Zl}"<>@“;]|.{70}/u;

  it.each(
    Object.entries({
      ...Object.fromEntries(
        Object.entries(HOSTILE_NAMES).filter(([, name]) => inHeaders.test(name)),
      ),
      'header in a name': 'TSV\r\nBcc: opfer@evil.example\r\n\r\nText',
      'list in a name': 'TSV" <andere.example>, "x',
      'encoded words': '=?UTF-8?Q?=0D=0ABcc:_opfer@evil.example?=',
    }),
  )('a name adds no header and no receiver (%s) (N10)', async (_kind, name) => {
    const { told, user, organization } = await clubWithEvent(name.slice(0, 200));
    await queueTold(app, [told]);
    const { headers, to, raw } = await sent(user.email);
    expect(to).toEqual([user.email]);
    expect([...headers.keys()].sort()).toEqual(
      ['auto-submitted', 'content-type', 'date', 'dkim-signature', 'from', 'in-reply-to', 'list-id']
        .concat(['list-unsubscribe', 'list-unsubscribe-post', 'message-id', 'mime-version'])
        .concat(['references', 'subject', 'to']),
    );
    expect(headers.get('list-id')).toMatch(
      new RegExp(
        `^("[^"\\r\\n]*"|(=\\?UTF-8\\?B\\?[\\w+/=]*\\?= ?)+) <${organization.uuid}\\.verein\\.example>$`,
      ),
    );
    expect(raw.toString('latin1').split('\r\n\r\n')[0]).not.toMatch(/[^\r]\n|\r[^\n]/);
  });
});

/** Whether the signature is ours (RFC 6376, relaxed): the headers named in it, and itself. */
function isSigned(raw: Buffer, signature: string, names: readonly string[]): boolean {
  const [head = ''] = raw.toString('latin1').split('\r\n\r\n');
  const fields = head.split(/\r\n(?![ \t])/);
  const relaxed = (field: string) => {
    const at = field.indexOf(':');
    const value = field
      .slice(at + 1)
      .replace(/\r\n/g, '')
      .replace(/[ \t]+/g, ' ')
      .trim();
    return `${field.slice(0, at).toLowerCase().trim()}:${value}`;
  };
  const named = names.map((name) =>
    relaxed(fields.findLast((field) => field.toLowerCase().startsWith(`${name}:`)) ?? ''),
  );
  const own = fields.find((field) => /^dkim-signature:/i.test(field)) ?? '';
  const unsigned = relaxed(own).replace(/\bb=[^;]*$/, 'b=');
  const [, value = ''] = /\bb=([^;]*)$/.exec(signature) ?? [];
  return createVerify('RSA-SHA256')
    .update([...named, unsigned].join('\r\n'), 'latin1')
    .verify(publicKey, value.replace(/\s/g, ''), 'base64');
}
