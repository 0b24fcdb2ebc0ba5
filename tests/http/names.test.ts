import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { changeRows } from '../support/rows';

const app = testApp();

const INVISIBLE = [
  '\u200b',
  '\ufeff',
  '\u00ad',
  '\u3164',
  '\u115f',
  '\u2800',
  '\u034f',
  '\u202e',
  '\u2066\u2069',
  '\ufe0f',
  '\u0301',
  '\u{1d159}',
  ' \u00a0\u2060\u180e\t',
];
const NO_TEXT = ['A\u0000', 'A\ud800', '\udc00A', 'A\ufffe', 'A\u{1ffff}'];
const LEGITIMATE = [
  'محمد الأمين',
  'نمی\u200cخواهم',
  '👩\u200d👩\u200d👧 Fest ❤\ufe0f',
  'ดนตรี',
  'ক্\u200dষ',
  'Cafe\u0301',
  '李小龍',
  'שלום',
  'O’Neill',
];

async function setting() {
  const { organization, admin } = await app.make.club();
  const visitor = await app.as(admin, organization);
  const event = await app.make.event(organization);
  const day = { date: '2031-05-01', eventType: 'OPEN_EVENT' };
  // Everything with a name, as a call (payload and field) and as a form.
  const calls = {
    'POST /event': (name: string) => ({
      body: { organization: organization.uuid, name, ...day },
      field: 'name',
    }),
    'POST /member': (firstName: string) => ({
      body: { organization: organization.uuid, firstName, lastName: 'Neu' },
      field: 'firstName',
    }),
    'POST /organization': (name: string) => ({ body: { name }, field: 'name' }),
    'POST /event/poll': (name: string) => ({
      body: { event: event.uuid, name, options: ['A'] },
      field: 'name',
    }),
    [`PUT /user/${admin.uuid}`]: (lastName: string) => ({ body: { lastName }, field: 'lastName' }),
  };
  const forms = {
    '/app/events/new': (name: string) => ({ name, ...day }),
    '/app/members/new': (lastName: string) => ({ firstName: 'Neu', lastName }),
    '/app/organizations/new': (name: string) => ({ name }),
    [`/app/events/${event.uuid}/polls/new`]: (name: string) => ({ name, 'options[0]': 'A' }),
    '/app/account/name': (firstName: string) => ({ firstName, lastName: 'Neu' }),
  };
  const call = (request: string, body: unknown) => {
    const [method = '', path = ''] = request.split(' ');
    return visitor.call(method, path, body);
  };
  return { organization, visitor, event, calls, forms, call };
}

describe('names', () => {
  it('a name without visible characters counts as empty, by call and by form (A2, E4, F2, D2)', async () => {
    const { visitor, calls, forms, call } = await setting();
    for (const text of INVISIBLE) {
      for (const [request, made] of Object.entries(calls)) {
        const { body, field } = made(text);
        const response = await call(request, body);
        expect(
          [response.status, Object.keys(response.json.errors ?? {})],
          `${request} ${escape(text)}`,
        ).toEqual([422, [field]]);
      }
    }
    for (const [path, fields] of Object.entries(forms)) {
      for (const text of ['\u200b', '\u3164'])
        expect((await visitor.submit(path, fields(text))).status, path).toBe(422);
    }
  });

  it('names that are not text are refused', async () => {
    const { calls, call } = await setting();
    for (const text of NO_TEXT) {
      for (const [request, made] of Object.entries(calls)) {
        const { body, field } = made(text);
        const { status, json } = await call(request, body);
        expect([status, json.errors]).toEqual([
          422,
          { [field]: ['Enthält ein ungültiges Zeichen.'] },
        ]);
      }
    }
  });

  it('names in any script and with emoji are kept, with composed letters', async () => {
    const { organization, call } = await setting();
    for (const name of LEGITIMATE) {
      const { json } = await call('POST /event', {
        organization: organization.uuid,
        name,
        date: '2031-05-01',
        eventType: 'OPEN_EVENT',
      });
      expect(json.name).toBe(name.normalize());
    }
  });

  it('names lose line breaks and characters that would reverse the text around them', async () => {
    const { organization, call } = await setting();
    const { json } = await call('POST /member', {
      organization: organization.uuid,
      firstName: '\u202eAnna\u2066\n\u2028Maria',
      lastName: 'Lindner\u202c',
      customMemberIdentifier: '\u202eA-1',
    });
    expect(json).toMatchObject({
      firstName: 'Anna Maria',
      lastName: 'Lindner',
      customMemberIdentifier: 'A-1',
    });
  });

  it('names lose invisible places to break a word, so that they are found (O11)', async () => {
    const { organization, call, visitor } = await setting();
    const { json } = await call('POST /member', {
      organization: organization.uuid,
      firstName: 'Anna\u00adMaria \u200b',
      lastName: 'Linden\u2060\ufeffberger',
    });
    expect(json).toMatchObject({ firstName: 'AnnaMaria', lastName: 'Lindenberger' });
    const { page } = await visitor.get('/app/members?q=annamaria+linden\u00adberger');
    expect(page).toContain('1 Treffer');
    await call('POST /member', {
      organization: organization.uuid,
      firstName: 'Anna',
      lastName: 'Lindenberger',
    });
    const other = `/app/members/${json.uuid}/merge?q=linden\u00adberger`;
    expect((await visitor.get(other)).page).toContain('Anna Lindenberger');
  });

  it('poll options without visible characters count as empty (F2)', async () => {
    const { event, call } = await setting();
    const poll = { event: event.uuid, name: 'Was?' };
    const { json } = await call('POST /event/poll', {
      ...poll,
      options: ['\u200b', 'Kuchen', null],
    });
    expect(json.options.map((option: { name: string }) => option.name)).toEqual(['Kuchen']);
    expect((await call('POST /event/poll', { ...poll, options: ['\u3164'] })).json.errors).toEqual({
      options: ['Keine gültige Antwortoption.'],
    });
  });

  it('an organisation with such characters or two spaces in its name can be deleted by typing what one sees (C2)', async () => {
    const { organization, visitor } = await setting();
    await changeRows(app.db, 'organizations', organization.uuid, { name: 'TSV  \u202eHeim' });
    const response = await visitor.submit('/app/admin/organization/delete', {
      organization: organization.uuid,
      name: 'TSV Heim',
    });
    expect(response.status).toBe(303);
  });
});
