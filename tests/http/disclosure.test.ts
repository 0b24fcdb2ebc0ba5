import { describe, expect, it } from 'vitest';
import { registrant } from '../support/accounts';
import { testApp } from '../support/app';
import type { TestResponse } from '../support/browser';

const app = testApp();
const secure = testApp({
  origin: 'https://verein.example',
  secure: true,
  demo: false,
  trustProxy: '1',
});

describe('account enumeration', () => {
  /** A response without the parts that always differ. */
  const said = ({ status, location, text }: TestResponse, email: string) => [
    status,
    // Sealed: the address.
    location.replace(/(?<=[?]to=)[\w-]+$/, ''),
    text
      .replaceAll(email, '')
      .replace(/"__key" value="\w+/g, '')
      .replace(/nonce="[^"]*"/g, ''),
  ];

  it.each(['/app/login', '/app/auth/password-reset', '/app/auth/register/confirmation'])(
    'neither the response nor the work of %s tells if an address has an account (A3, A6, ASVS V6.3.8)',
    async (path) => {
      const user = await app.make.user();
      const begun = await app.make.user({ activated: false });
      const responses: unknown[] = [];
      for (const email of [user.email, begun.email, 'nobody@verein.example']) {
        let compared = 0;
        const { passwords } = app.services;
        const { verify } = passwords;
        passwords.verify = (...given) => {
          compared++;
          return verify(...given);
        };
        const jobs = async () =>
          Number(
            (
              (await app.db
                .selectFrom('graphile_worker.jobs' as never)
                .select(({ fn }) => fn.countAll().as('n'))
                .executeTakeFirstOrThrow()) as { n: unknown }
            ).n,
          );
        const before = await jobs();
        const fields: Record<string, string> =
          path === '/app/login' ? { email, password: 'falsch' } : { email };
        try {
          const response = await app.visitor().submit(path, fields);
          responses.push([said(response, email), compared, (await jobs()) - before]);
        } finally {
          passwords.verify = verify;
        }
      }
      expect(responses[1]).toEqual(responses[0]);
      expect(responses[2]).toEqual(responses[0]);
      await app.work();
      expect(await app.mailsTo('nobody@verein.example')).toEqual([]);
    },
  );

  it('registering does not tell if an address has an account: same response, one hash, one mail (A3)', async () => {
    const user = await app.make.user();
    const responses: unknown[] = [];
    for (const email of [user.email, 'brandnew@verein.example']) {
      const { passwords } = app.services;
      const { hash } = passwords;
      let hashed = 0;
      passwords.hash = (password) => {
        hashed++;
        return hash(password);
      };
      try {
        const form = await app.visitor().submit('/app/auth/register', registrant(email));
        responses.push([said(form, email), hashed, (await app.mailsTo(email)).length]);
      } finally {
        passwords.hash = hash;
      }
    }
    expect(responses[1]).toEqual(responses[0]);
  });
});

describe('internal pages', () => {
  it('the demo pages do not exist in production (ASVS V15.2.3)', async () => {
    for (const path of ['/app/dev/mail', '/app/dev/mail.data']) {
      expect((await secure.visitor().get(path)).status, path).toBe(404);
    }
    expect((await app.visitor().get('/app/dev/mail')).status).toBe(200);
  });
});

describe('user input', () => {
  it('user input stays text in the page, its attributes and its script (ASVS V1.2.1, V1.2.3, V3.2.2)', async () => {
    const hostile = `</script><script>alert(1)</script><!-- <img src=x onerror='alert(2)'> " \u2028 '`;
    const { organization, admin } = await app.make.club({ name: hostile, motd: hostile });
    const member = await app.make.member(organization, { firstName: hostile });
    const event = await app.make.event(organization, { name: hostile });
    const person = await app.as(admin, organization);
    const typed = encodeURIComponent(hostile);
    for (const path of [
      '/app/',
      '/app/events',
      `/app/events/${event.uuid}/edit`,
      `/app/members/${member.uuid}/edit`,
      `/app/members?q=${typed}`,
      `/app/members.data?q=${typed}`,
      `/app/nowhere/${typed}?a=${typed}`,
      `/app/invite/${typed}`,
    ]) {
      const { text, headers } = await person.get(path);
      if (headers.get('Content-Type')?.startsWith('text/html')) {
        expect(text, path).not.toMatch(/<script>|<img src=x|<!-- <|"\s*\u2028/);
        // Every script is ours: it has the nonce or is one of our files.
        for (const [, attributes = ''] of text.matchAll(/<script\b([^>]*)>/g))
          expect(attributes, path).toMatch(/nonce="|src="\/assets\//);
      } else expect(headers.get('Content-Type'), path).toBe('text/x-script; charset=utf-8');
    }
    const page = await person.get(`/app/members/${member.uuid}/edit`);
    expect(page.text).toContain('&lt;/script&gt;&lt;script&gt;alert(1)');
    expect(page.text).toContain('\\u003c/script\\u003e');
  });
});
