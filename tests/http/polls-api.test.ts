import { beforeAll, describe, expect, it } from 'vitest';
import { oldestFirst } from '~/features/polls/schema';
import { testApp } from '../support/app';
import { answersTo, type PollSetting, pollSetting } from '../support/polls';
import { UNKNOWN } from '../support/rows';

/** What the calls have of their own; polls.test.ts and polls-answers.test.ts test it whole by forms. */
const app = testApp();
let { organization, event, person, user, editor } = {} as PollSetting;
beforeAll(async () => {
  ({ organization, event, person, user, editor } = await pollSetting(app));
});

type Poll = Awaited<ReturnType<typeof app.make.poll>>;
const optionOf = (poll: Poll, at = 0) => poll.options[at]?.uuid ?? '';

describe('POST /event/poll (F2, G8)', () => {
  it('POST /event/poll creates a poll without its empty options (F2, G8)', async () => {
    const { status, json } = await editor.call('POST', '/event/poll', {
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
    const late = cursor('9'.repeat(17), UNKNOWN);
    expect((await user.call('GET', `/event/poll?event=${at.uuid}&${late}`)).status).toBe(422);
    const beyond = cursor('9'.repeat(16), UNKNOWN);
    expect((await user.call('GET', `/event/poll?event=${at.uuid}&${beyond}`)).json).toEqual([]);
  });
});

describe("the user's own answer (F5)", () => {
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
});

describe("a member's answer (F5)", () => {
  it("an editor may remove a member's answer to this option, even from a closed poll (F5)", async () => {
    const poll = await app.make.poll(event);
    const path = `/event/poll/${poll.uuid}/${optionOf(poll)}`;
    await user.call('PUT', path);
    await editor.call('PUT', path);
    await editor.call('PUT', `/event/poll/${poll.uuid}/state/close`);
    const other = `/event/poll/${poll.uuid}/${optionOf(poll, 1)}`;
    expect((await editor.call('DELETE', `${other}/${person.member}`)).status).toBe(404);
    const removed = await editor.call('DELETE', `${path}/${person.member}`);
    expect(removed.status).toBe(200);
    expect(removed.json.answers).toHaveLength(1);
    const left = await answersTo(app, poll);
    expect(left.map(({ member_uuid }) => member_uuid)).not.toContain(person.member);
    expect((await editor.call('DELETE', `${path}/${person.member}`)).status).toBe(404);
  });
});
