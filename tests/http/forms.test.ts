import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { inDays } from '../support/events';
import { changeRows, rowOf, rowsOf } from '../support/rows';
import { weeklyFields } from '../support/series';

const app = testApp();

async function founded(name: string): Promise<number> {
  const rows = await rowsOf(app.db, 'organizations', { name }, ['uuid']);
  return rows.length;
}

describe('duplicate submissions', () => {
  it('a form that arrives twice acts once and gets the same response, in sequence or simultaneously', async () => {
    const person = await app.as(await app.make.user());
    const form = { name: 'Doppelter Verein', __key: 'rendering.found-organization' };
    const responses = await Promise.all(
      [1, 2, 3, 4].map(() => person.submit('/app/organizations/new', form)),
    );
    responses.push(await person.submit('/app/organizations/new', form));
    expect(responses.map(({ status, location }) => `${status} ${location}`)).toEqual(
      Array(5).fill('303 /app/'),
    );
    expect(await founded('Doppelter Verein')).toBe(1);
  });

  it.each([
    ['polls', 'polls/new', { name: 'Essen', 'options[0]': 'Salat' }],
    ['series', 'series/creation', weeklyFields],
  ] as const)(
    'a form that arrives twice makes one of %s, and no error (F2, L4)',
    async (table, path, fields) => {
      const { organization, admin } = await app.make.club();
      const editor = await app.as(admin, organization);
      const event = await app.make.event(organization, { date: inDays(3) });
      const sent = { ...fields, __key: 'a.form' };
      const twice = await Promise.all(
        [1, 2].map(() => editor.submit(`/app/events/${event.uuid}/${path}`, sent)),
      );
      expect(twice.map(({ status }) => status)).toEqual([303, 303]);
      const here = { organization_uuid: organization.uuid };
      expect(await rowsOf(app.db, table, here, ['uuid'])).toHaveLength(1);
    },
  );

  it('what is kept of a form names nobody: neither a deleted member nor where a mail went', async () => {
    const { organization, admin } = await app.make.club();
    const editor = await app.as(admin, organization);
    const person = { firstName: 'Rosalinde', lastName: 'Vergessen', description: 'Allergisch' };
    const created = { ...person, __key: 'a.new-member' };
    const responses = await Promise.all(
      [1, 2].map(() => editor.submit('/app/members/new', created)),
    );
    expect(responses.map(({ status }) => status)).toEqual([303, 303]);
    expect((await editor.get('/app/members')).page).toContain('Rosalinde Vergessen eingetragen.');
    const { uuid } = await rowOf(app.db, 'members', { last_name: person.lastName }, ['uuid']);
    const { code } = (await editor.call('POST', `/organization/invitation/${uuid}`)).json;
    const mail = { code, email: 'rosalinde@verein.example', __key: 'a.mail-invitation' };
    await editor.submit(`/app/members/${uuid}/invitation/mail`, mail);
    const gone = { __key: 'a.delete-member' };
    for (const _time of [1, 2]) {
      const deleted = await editor.submit(`/app/members/${uuid}/delete`, gone);
      expect(deleted.location).toBe('/app/members');
      expect((await editor.get('/app/members')).page).toContain('Rosalinde Vergessen gelöscht.');
    }
    const rows = await rowsOf(app.db, 'form_keys', { user_uuid: admin.uuid }, ['output']);
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toMatch(/rosalinde|Vergessen|Allergisch/i);
    // Nobody can open them after SESSION_SECRET was replaced; what was done is not done again.
    await changeRows(app.db, 'form_keys', {}, { output: '"sealed otherwise"' });
    const again = await editor.submit('/app/members/new', created);
    expect(again.status).toBe(409);
    expect(again.page).toContain('Dieses Formular wurde schon abgeschickt.');
  });

  it('a form acts again for another person, another rendering or other content', async () => {
    const one = await app.as(await app.make.user());
    const other = await app.as(await app.make.user());
    const form = { name: 'Gleicher Name', __key: 'a.found-organization' };
    await one.submit('/app/organizations/new', form);
    await other.submit('/app/organizations/new', form);
    await one.submit('/app/organizations/new', { ...form, __key: 'b.found-organization' });
    expect(await founded('Gleicher Name')).toBe(3);
    await one.submit('/app/organizations/new', { ...form, name: 'Geänderter Name' });
    expect(await founded('Geänderter Name')).toBe(1);
  });

  it('a refused form can be submitted again', async () => {
    const person = await app.as(await app.make.user());
    const form = { name: '', __key: 'c.found-organization' };
    expect((await person.submit('/app/organizations/new', form)).status).toBe(422);
    expect(
      (await person.submit('/app/organizations/new', { ...form, name: 'Nun doch' })).status,
    ).toBe(303);
  });

  it('every rendering of a form has a new key', async () => {
    const person = await app.as(await app.make.user());
    const keyOf = async () => {
      const { text } = await person.get('/app/organizations/new');
      return /name="__key" value="([^"]+)"/.exec(text)?.[1];
    };
    const [first, second] = [await keyOf(), await keyOf()];
    expect(first).toMatch(/^\w{16}\.[\w-]{22}\.found-organization$/);
    expect(second).not.toBe(first);
  });
});

describe('multipart forms (RFC 7578)', () => {
  async function post(type: string, body: string | FormData) {
    const person = await app.as(await app.make.user());
    const headers = { Origin: app.origin, ...(type ? { 'Content-Type': type } : {}) };
    return person.send('/app/organizations/new', { method: 'POST', body, headers });
  }
  const part = (name: string, value: string, head = '') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n${value}\r\n`;
  const PARTS = 'multipart/form-data; boundary=x';

  it('a multipart form acts like any other (RFC 7578)', async () => {
    const form = new FormData();
    form.set('name', 'Verein in Teilen');
    expect((await post('', form)).status).toBe(303);
    expect(await founded('Verein in Teilen')).toBe(1);
  });

  it('a multipart form accepts no file for a text field (RFC 7578)', async () => {
    const file = part('name', 'Verein als Datei', '; filename="name.txt"');
    expect((await post(PARTS, `${file}--x--\r\n`)).status).toBe(422);
    expect(await founded('Verein als Datei')).toBe(0);
  });

  it.each([
    ['more parts than it has fields', part('name', 'x').repeat(2000)],
    ['a head that does not end', `--x\r\n${'a: b\r\n'.repeat(100_000)}\r\n`],
    ['a name of a megabyte', part('a'.repeat(1_000_000), 'x')],
    ['no end', part('name', 'x')],
  ])('a multipart form is malformed with %s (RFC 7578)', async (_what, parts) => {
    const end = _what === 'no end' ? '' : '--x--\r\n';
    expect((await post(PARTS, parts + end)).status).toBe(400);
  });

  it('a multipart form without a boundary has an unsupported type (RFC 7578)', async () => {
    expect((await post('multipart/form-data', part('name', 'x'))).status).toBe(415);
  });
});
