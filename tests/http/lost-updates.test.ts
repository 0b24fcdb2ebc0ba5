import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import type { Browser } from '../support/browser';

const app = testApp();

const VERSION = /name="__version" value="(\d+)"/;
const versionIn = (text: string) => VERSION.exec(text)?.[1] ?? '';

/** Every edit form: its URL and the fields typed into it. */
async function everyForm() {
  const { organization, admin } = await app.make.club();
  const member = await app.make.member(organization, { firstName: 'Max', lastName: 'Alt' });
  const event = await app.make.event(organization, { name: 'Alt', date: '2031-05-01', max: 5 });
  const poll = await app.make.poll(event, { name: 'Alt', options: ['Ja'] });
  const fields = { organization: organization.uuid };
  const ofEvent = { date: '2031-05-01', eventType: 'LIMITED_EVENT', maxParticipants: '5' };
  return {
    organization,
    admin,
    member,
    event,
    poll,
    forms: [
      {
        address: `/app/members/${member.uuid}/edit`,
        typed: (name: string) => ({ ...fields, firstName: 'Max', lastName: name }),
      },
      {
        address: `/app/events/${event.uuid}/edit`,
        typed: (name: string) => ({ ...ofEvent, name }),
      },
      {
        address: '/app/admin/organization',
        typed: (name: string) => ({ ...fields, name, motd: '' }),
      },
      {
        address: `/app/events/${event.uuid}/polls/${poll.uuid}/edit/change`,
        typed: (name: string) => ({
          name,
          'options[0]': 'Ja',
          'optionUuids[0]': poll.options[0]?.uuid ?? '',
        }),
      },
    ],
  };
}

describe('lost updates in forms', () => {
  it('a form based on outdated data is refused with both versions, and saved when submitted again', async () => {
    const { organization, admin, forms } = await everyForm();
    const visitor = await app.as(admin, organization);
    for (const { address, typed } of forms) {
      const seen = versionIn((await visitor.get(address)).text);
      expect(seen).toBe('1');
      const first = await visitor.submit(address, { ...typed('Erste Fassung'), __version: seen });
      expect(first.status).toBe(303);
      const second = await visitor.submit(address, { ...typed('Zweite Fassung'), __version: seen });
      expect(second.status).toBe(409);
      expect(second.text).toContain('Zurzeit gespeichert: Erste Fassung');
      expect(second.text.match(/class="field-error\b/g)).toHaveLength(1);
      expect(second.text).toContain('value="Zweite Fassung"');
      expect((await visitor.get(address)).text).toContain('value="Erste Fassung"');
      const again = { ...typed('Zweite Fassung'), __version: versionIn(second.text) };
      expect((await visitor.submit(address, again)).status).toBe(303);
      expect((await visitor.get(address)).text).toContain('value="Zweite Fassung"');
    }
  });

  it('a mistake in an outdated form leaves it based on the old version', async () => {
    const { organization, admin, forms } = await everyForm();
    const visitor = await app.as(admin, organization);
    for (const { address, typed } of forms) {
      await visitor.submit(address, { ...typed('Erste Fassung'), __version: '1' });
      const mistaken = await visitor.submit(address, { ...typed(''), __version: '1' });
      expect([mistaken.status, versionIn(mistaken.text)]).toEqual([422, '1']);
    }
  });

  it('an outdated form is accepted if both versions say the same, as when it is submitted twice', async () => {
    const { organization, admin, forms } = await everyForm();
    const visitor = await app.as(admin, organization);
    for (const { address, typed } of forms) {
      for (const _time of [1, 2]) {
        const { status } = await visitor.submit(address, { ...typed('Neu'), __version: '1' });
        expect(status).toBe(303);
      }
    }
  });

  it('a form that was saved without a change outdates no other', async () => {
    const { organization, admin, forms } = await everyForm();
    const visitor = await app.as(admin, organization);
    for (const { address, typed } of forms.filter(({ address }) => !address.includes('/polls/'))) {
      for (const name of ['Neu', 'Neu']) await visitor.submit(address, typed(name));
      expect(versionIn((await visitor.get(address)).text), address).toBe('2');
    }
  });

  it('a form with an unreadable version is refused', async () => {
    const { organization, admin, forms } = await everyForm();
    const visitor = await app.as(admin, organization);
    for (const { address, typed } of forms) {
      for (const __version of ['', 'x', '-1', '99999999999999999999']) {
        expect((await visitor.submit(address, { ...typed('Neu'), __version })).status).toBe(409);
      }
    }
  });

  it('of two simultaneous forms exactly one is saved, and the other shows the difference', async () => {
    for (let round = 0; round < 3; round++) {
      const { organization, admin, forms } = await everyForm();
      const editors = await Promise.all([1, 2, 3].map(() => app.as(admin, organization)));
      for (const { address, typed } of forms) {
        const responses = await Promise.all(
          editors.map((editor, index) =>
            editor.submit(address, { ...typed(`Fassung ${index}`), __version: '1' }),
          ),
        );
        expect(responses.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
        const won = responses.findIndex(({ status }) => status === 303);
        for (const { status, text } of responses) {
          if (status === 409) expect(text).toContain(`Zurzeit gespeichert: Fassung ${won}`);
        }
      }
    }
  });

  it('a sign-up does not outdate the form of an event', async () => {
    const { organization, admin, event } = await everyForm();
    const visitor = await app.as(admin, organization);
    await app.make.registration(event, { uuid: admin.member });
    const typed = { name: 'Neu', date: '2031-05-01', eventType: 'OPEN_EVENT', __version: '1' };
    expect((await visitor.submit(`/app/events/${event.uuid}/edit`, typed)).status).toBe(303);
  });
});

it('a poll whose options somebody else changed is refused with both lists, also if members answered meanwhile', async () => {
  const { organization, admin, event, poll } = await everyForm();
  const visitor = await app.as(admin, organization);
  const address = `/app/events/${event.uuid}/polls/${poll.uuid}/edit/change`;
  const row = { 'options[0]': 'Ja', 'optionUuids[0]': poll.options[0]?.uuid ?? '' };
  await app.make.answer(poll, { uuid: admin.member });
  const first = { name: 'Alt', ...row, 'options[1]': 'Nein', __version: '1' };
  expect((await visitor.submit(address, first)).status).toBe(303);
  const typed = { name: 'Alt', ...row, 'options[1]': 'Vielleicht', __version: '1' };
  const refused = await visitor.submit(address, typed);
  expect(refused.status).toBe(409);
  expect(refused.page).toContain('Zurzeit gespeichert: Ja, Nein');
  const again = await visitor.submit(address, { ...typed, __version: versionIn(refused.text) });
  expect(again.status).toBe(303);
  const shown = (await visitor.call('GET', `/event/poll/${poll.uuid}`)).json;
  expect(shown.options.map(({ name }: { name: string }) => name)).toEqual(['Ja', 'Vielleicht']);
});

describe('If-Match (RFC 9110, 13.1.1)', () => {
  async function put(visitor: Browser, path: string, body: unknown, tag: string) {
    const token = visitor.cookies.get('session') ?? '';
    return fetch(`${app.origin}/api${path}`, {
      method: 'PUT',
      headers: {
        'Content-Type': 'application/json',
        Cookie: `session=${token}`,
        'If-Match': tag,
      },
      body: JSON.stringify(body),
    });
  }

  async function everyCall() {
    const { organization, admin, member, event, poll } = await everyForm();
    const of = organization.uuid;
    return {
      visitor: await app.as(admin, organization),
      calls: [
        {
          read: `/member/${member.uuid}`,
          write: '/member',
          body: (lastName: string) => ({ uuid: member.uuid, firstName: 'Max', lastName }),
        },
        {
          read: `/event/${event.uuid}`,
          write: '/event',
          body: (name: string) => ({
            uuid: event.uuid,
            name,
            date: '2031-05-01',
            eventType: 'OPEN_EVENT',
          }),
        },
        {
          read: `/organization/${of}`,
          write: '/organization',
          body: (name: string) => ({ uuid: of, name, motd: '' }),
        },
        {
          read: `/organization/${of}`,
          write: `/organization/${of}/motd`,
          body: (motd: string) => ({ motd }),
        },
        {
          read: `/event/poll/${poll.uuid}`,
          write: `/event/poll/${poll.uuid}`,
          body: (name: string) => ({ name, options: [{ name: 'Ja' }] }),
        },
      ],
    };
  }

  it('If-Match admits a change unless someone else made one, then returns 412 and the current state (RFC 9110, 13.1.1)', async () => {
    const { visitor, calls } = await everyCall();
    for (const { read, write, body } of calls) {
      const got = await visitor.call('GET', read);
      expect(got.text).not.toContain('version');
      const tag = got.headers.get('ETag') ?? '';
      expect((await put(visitor, write, body('Erste'), tag)).status).toBe(200);
      const late = await put(visitor, write, body('Zweite'), tag);
      expect(late.status).toBe(412);
      const problem = await late.json();
      expect(problem).toMatchObject({ status: 412, title: 'Inzwischen geändert' });
      expect(JSON.stringify(problem.errors)).toContain('Zurzeit gespeichert: Erste');
      expect((await visitor.call('GET', read)).text).toContain('Erste');
      expect((await put(visitor, write, body('Zweite'), '*')).status).toBe(200);
      const now = await visitor.call('GET', read);
      expect(now.text).toContain('Zweite');
      // Of several, the newest counts.
      const both = `${now.headers.get('ETag')}, ${tag}`;
      expect((await put(visitor, write, body('Dritte'), both)).status).toBe(200);
    }
  });

  it('If-Match never matches a foreign tag, nor where no version is kept (RFC 9110, 13.1.1)', async () => {
    const { visitor, calls } = await everyCall();
    for (const { write, body } of calls) {
      expect((await put(visitor, write, body('Neu'), '"anything"')).status).toBe(412);
    }
    const { status } = await put(
      visitor,
      '/event/register-user',
      { event: crypto.randomUUID() },
      '"v1-x"',
    );
    expect(status).toBe(412);
  });
});
