import { beforeAll, describe, expect, it } from 'vitest';
import { oldestFirst } from '~/features/polls/schema';
import { testApp } from '../support/app';
import type { Browser } from '../support/browser';
import { rowsOf, UNKNOWN } from '../support/rows';

const app = testApp();

type Event = Awaited<ReturnType<typeof app.make.event>>;
type Poll = Awaited<ReturnType<typeof app.make.poll>>;

let organization: Awaited<ReturnType<typeof app.make.organization>>;
let event: Event;
let person: Awaited<ReturnType<typeof app.make.userOf>>;
let user: Browser;
let editor: Browser;
let stranger: Browser;
let unlinked: Browser;
let systemAdmin: Browser;

beforeAll(async () => {
  organization = await app.make.organization();
  event = await app.make.event(organization);
  person = await app.make.userOf(organization);
  user = await app.as(person);
  editor = await app.as(await app.make.userOf(organization, ['EDIT_EVENTS']));
  unlinked = await app.as(await app.make.userOf(organization, [], { linked: false }));
  stranger = await app.as(await app.make.userOf(await app.make.organization(), ['EDIT_EVENTS']));
  systemAdmin = await app.as(await app.make.user({ admin: true }));
});

const optionOf = (poll: Poll, at = 0) => poll.options[at]?.uuid ?? '';

const isClosed = async (poll: Poll) =>
  (
    await app.db
      .selectFrom('polls')
      .select('closed')
      .where('uuid', '=', poll.uuid)
      .executeTakeFirst()
  )?.closed;

const answersTo = async (poll: Poll) =>
  (
    await rowsOf(app.db, 'poll_answers', { poll_uuid: poll.uuid }, ['member_uuid', 'option_uuid'])
  ).map(({ member_uuid, option_uuid }) => ({ memberUuid: member_uuid, optionUuid: option_uuid }));

describe('POST /event/poll (F2, G8)', () => {
  it('POST /event/poll creates a poll without its empty options, with and without the slash (F2, G8)', async () => {
    for (const path of ['/event/poll', '/event/poll/']) {
      const { status, json } = await editor.call('POST', path, {
        event: event.uuid,
        name: ' Was? ',
        description: '',
        options: ['Ja', ' ', ' Nein '],
      });
      expect(status).toBe(200);
      expect(json).toEqual({
        pollUuid: expect.stringMatching(/^[\da-f-]{36}$/),
        name: 'Was?',
        description: '',
        closed: false,
        options: [
          { optionUuid: expect.any(String), name: 'Ja', index: 0 },
          { optionUuid: expect.any(String), name: 'Nein', index: 1 },
        ],
        answers: [],
      });
      expect((await user.call('GET', `/event/poll/${json.pollUuid}`)).json).toEqual(json);
    }
  });

  it('POST /event/poll names the invalid fields (F2, G8, G4)', async () => {
    const refused = await editor.call('POST', '/event/poll', {
      event: event.uuid,
      name: ' ',
      options: [''],
    });
    expect(refused.status).toBe(422);
    expect(refused.json.errors).toEqual({
      name: ['Bitte einen Namen eingeben.'],
      options: ['Keine gültige Antwortoption.'],
    });
    const without = await editor.call('POST', '/event/poll', { event: event.uuid, name: 'Ohne' });
    expect(without.json.errors).toEqual({ options: ['Keine gültige Antwortoption.'] });
    const wrong = { event: 'unfug', name: 'x\u0000', options: ['x'.repeat(201), 7] };
    const { json } = await editor.call('POST', '/event/poll', wrong);
    expect(Object.keys(json.errors).sort()).toEqual(['event', 'name', 'options.0', 'options.1']);
    const many = { event: event.uuid, name: 'Viele', options: Array(101).fill('x') };
    expect((await editor.call('POST', '/event/poll', many)).status).toBe(422);
  });
});

describe('reading polls (section 3)', () => {
  it('GET /event/poll?event= and /event/poll/:poll return options by index and all answers (section 3)', async () => {
    const at = await app.make.event(organization);
    const first = await app.make.poll(at, { name: 'Eins', options: ['C', 'A', 'B'] });
    const second = await app.make.poll(at, { name: 'Zwei', closed: true });
    await user.call('PUT', `/event/poll/${first.uuid}/${optionOf(first, 1)}`);
    const { status, json } = await user.call('GET', `/event/poll?event=${at.uuid}`);
    expect(status).toBe(200);
    expect(json).toEqual([
      {
        pollUuid: first.uuid,
        name: 'Eins',
        description: '',
        closed: false,
        options: first.options.map(({ uuid, name, index }) => ({ optionUuid: uuid, name, index })),
        answers: [
          {
            memberUuid: person.member,
            optionUuid: optionOf(first, 1),
            created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          },
        ],
      },
      expect.objectContaining({ pollUuid: second.uuid, closed: true, answers: [] }),
    ]);
    expect(Math.abs(Date.parse(json[0].answers[0].created) - Date.now())).toBeLessThan(60_000);
    expect((await user.call('GET', `/event/poll/${second.uuid}/`)).json).toEqual(json[1]);
  });

  it('GET /event/poll?event= refuses what is no cursor, and finds nothing after the last poll (G7)', async () => {
    const at = await app.make.event(organization);
    await app.make.poll(at);
    const cursor = (micros: string, uuid: string) =>
      `cursor=${oldestFirst.cursorAt({ micros, uuid })}`;
    for (const bad of ['limit=0', 'limit=x', 'cursor=unfug', cursor('9'.repeat(17), UNKNOWN)]) {
      expect((await user.call('GET', `/event/poll?event=${at.uuid}&${bad}`)).status).toBe(422);
    }
    const beyond = cursor('9'.repeat(16), UNKNOWN);
    expect((await user.call('GET', `/event/poll?event=${at.uuid}&${beyond}`)).json).toEqual([]);
  });
});

describe("the user's own answer (F5)", () => {
  it('PUT …/poll/:poll/:option answers once; repeating is no error, another option is (F5, G8)', async () => {
    const poll = await app.make.poll(event);
    const mine = { memberUuid: person.member, optionUuid: optionOf(poll, 1) };
    const added = await user.call('PUT', `/event/poll/${poll.uuid}/${optionOf(poll, 1)}`);
    expect(added.status).toBe(200);
    expect(added.json).toMatchObject({ pollUuid: poll.uuid, answers: [mine] });
    const again = await user.call('PUT', `/event/poll/${poll.uuid}/${optionOf(poll, 1)}`);
    expect([again.status, again.json]).toEqual([200, added.json]);
    const other = await user.call('PUT', `/event/poll/${poll.uuid}/${optionOf(poll, 0)}`);
    expect(other.status).toBe(409);
    expect(other.json.detail).toMatch(/^Sie haben diese Umfrage schon beantwortet\./);
    expect(await answersTo(poll)).toEqual([mine]);
  });

  it("DELETE …/poll/:poll/:option withdraws only the user's own answer, while the poll is open (F5)", async () => {
    const poll = await app.make.poll(event);
    const path = `/event/poll/${poll.uuid}/${optionOf(poll)}`;
    await editor.call('PUT', path);
    expect((await user.call('DELETE', path)).status, 'there is none yet').toBe(404);
    await user.call('PUT', path);
    const other = `/event/poll/${poll.uuid}/${optionOf(poll, 1)}`;
    expect((await user.call('DELETE', other)).status, 'of the other option').toBe(404);
    const taken = await user.call('DELETE', path);
    expect(taken.status).toBe(200);
    expect(taken.json.answers).toHaveLength(1);
    expect(taken.json.answers[0].memberUuid).not.toBe(person.member);
    expect((await user.call('PUT', other)).status).toBe(200);
  });

  it('a closed poll takes no answer by call and gives none back (F5)', async () => {
    const poll = await app.make.poll(event);
    const path = `/event/poll/${poll.uuid}/${optionOf(poll)}`;
    await user.call('PUT', path);
    await editor.call('PUT', `/event/poll/${poll.uuid}/state/close`);
    const refusals = [await editor.call('PUT', path), await user.call('DELETE', path)];
    for (const { status, json } of refusals) {
      expect(status).toBe(409);
      expect(json.detail).toBe('Die Umfrage ist beendet. Sie nimmt keine Antworten mehr an.');
    }
    expect(await answersTo(poll)).toHaveLength(1);
  });

  it('answering a poll by call needs a linked member and says how to get one (F5, E7)', async () => {
    const poll = await app.make.poll(event);
    const path = `/event/poll/${poll.uuid}/${optionOf(poll)}`;
    for (const browser of [unlinked, systemAdmin]) {
      for (const method of ['PUT', 'DELETE']) {
        const refused = await browser.call(method, path);
        expect(refused.status).toBe(409);
        expect(refused.json.detail).toContain('Bitten Sie die Administration Ihres Vereins');
      }
    }
  });

  it('answering by call rejects options of another poll and polls of strangers (F5, H)', async () => {
    const poll = await app.make.poll(event);
    const other = await app.make.poll(event);
    for (const method of ['PUT', 'DELETE']) {
      const status = async (browser: Browser, path: string) =>
        (await browser.call(method, `/event/poll/${path}`)).status;
      expect(await status(user, `${poll.uuid}/${optionOf(other)}`)).toBe(404);
      expect(await status(user, `${poll.uuid}/unfug`)).toBe(404);
      expect(await status(user, `${UNKNOWN}/${optionOf(poll)}`)).toBe(404);
      expect(await status(stranger, `${poll.uuid}/${optionOf(poll)}`)).toBe(404);
      expect(await status(app.visitor(), `${poll.uuid}/${optionOf(poll)}`)).toBe(401);
    }
    expect([...(await answersTo(poll)), ...(await answersTo(other))]).toEqual([]);
  });
});

describe("a member's answer (F5)", () => {
  it("an editor may remove a member's answer, even from a closed poll (F5)", async () => {
    const poll = await app.make.poll(event);
    const path = `/event/poll/${poll.uuid}/${optionOf(poll)}`;
    await user.call('PUT', path);
    await editor.call('PUT', path);
    await editor.call('PUT', `/event/poll/${poll.uuid}/state/close`);
    const removed = await editor.call('DELETE', `${path}/${person.member}`);
    expect(removed.status).toBe(200);
    expect(removed.json.answers).toHaveLength(1);
    expect((await answersTo(poll)).map(({ memberUuid }) => memberUuid)).not.toContain(
      person.member,
    );
    expect((await editor.call('DELETE', `${path}/${person.member}`)).status).toBe(404);
  });

  it("removing a member's answer requires EDIT_EVENTS (H) and an answer to this option (F5)", async () => {
    const poll = await app.make.poll(event);
    const path = `/event/poll/${poll.uuid}/${optionOf(poll)}`;
    await user.call('PUT', path);
    const status = async (browser: Browser, at: string) =>
      (await browser.call('DELETE', at)).status;
    expect(await status(app.visitor(), `${path}/${person.member}`)).toBe(401);
    expect(await status(user, `${path}/${person.member}`), 'not even the own one').toBe(403);
    expect(await status(stranger, `${path}/${person.member}`)).toBe(404);
    expect(
      await status(editor, `/event/poll/${poll.uuid}/${optionOf(poll, 1)}/${person.member}`),
    ).toBe(404);
    expect(await status(editor, `${path}/${UNKNOWN}`)).toBe(404);
    expect(await status(editor, `${path}/unfug`)).toBe(404);
    expect(await answersTo(poll)).toHaveLength(1);
  });
});

describe('poll states (F3, F5)', () => {
  it('PUT …/state/close and /open close and open the poll and return it; repeating is no error (F3, F5, G8)', async () => {
    const poll = await app.make.poll(event);
    for (const [verb, closed] of [
      ['close', true],
      ['close', true],
      ['open', false],
      ['open', false],
    ] as const) {
      const { status, json } = await editor.call('PUT', `/event/poll/${poll.uuid}/state/${verb}`);
      expect([status, json.pollUuid, json.closed]).toEqual([200, poll.uuid, closed]);
      expect(await isClosed(poll)).toBe(closed);
    }
  });
});

describe('DELETE /event/poll/:poll (F1)', () => {
  it('DELETE /event/poll/:poll deletes it with its answers, once (F1, G8)', async () => {
    const poll = await app.make.poll(event);
    await user.call('PUT', `/event/poll/${poll.uuid}/${optionOf(poll)}`);
    const deleted = await editor.call('DELETE', `/event/poll/${poll.uuid}`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect(await isClosed(poll)).toBeUndefined();
    expect(await answersTo(poll)).toEqual([]);
    expect((await editor.call('DELETE', `/event/poll/${poll.uuid}`)).status).toBe(404);
  });
});
