import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { untilWaiting } from '../support/gate';
import { answersTo } from '../support/polls';
import { changeRows, deleteRows, insertRows } from '../support/rows';

const app = testApp();

async function pollOfNewClub(options = ['Ja', 'Nein']) {
  const organization = await app.make.organization();
  const event = await app.make.event(organization);
  return { organization, event, poll: await app.make.poll(event, { options }) };
}

describe('simultaneous answers', () => {
  it("a member's many simultaneous answers by calls and forms leave exactly one (F5)", async () => {
    const { organization, event, poll } = await pollOfNewClub(['A', 'B', 'C', 'D']);
    const person = await app.make.userOf(organization);
    const visitors = await Promise.all(
      Array.from({ length: 16 }, () => app.as(person, organization)),
    );
    const page = `/app/events/${event.uuid}/polls/${poll.uuid}`;
    const optionOf = (at: number) => poll.options[at % poll.options.length]?.uuid ?? '';
    const responses = await Promise.all(
      visitors.map((visitor, at) => {
        const option = optionOf(at);
        return at < 8
          ? visitor.call('PUT', `/event/poll/${poll.uuid}/${option}`)
          : visitor.submit(page, { option });
      }),
    );
    const given = await answersTo(app, poll);
    expect(given).toHaveLength(1);
    // Every request for the winning option succeeds; all others are refused.
    const winner = given[0]?.option_uuid;
    expect(responses.map(({ status }) => status)).toEqual(
      visitors.map((_, at) => (optionOf(at) !== winner ? 409 : at < 8 ? 200 : 303)),
    );
  });

  it('simultaneous answers of many members all count (F5)', async () => {
    const { organization, poll } = await pollOfNewClub();
    const people = await Promise.all(
      Array.from({ length: 40 }, () => app.make.userOf(organization)),
    );
    const visitors = await Promise.all(people.map((person) => app.as(person)));
    const responses = await Promise.all(
      visitors.map((visitor, at) =>
        visitor.call('PUT', `/event/poll/${poll.uuid}/${poll.options[at % 2]?.uuid}`),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await answersTo(app, poll)).toHaveLength(40);
  });
});

describe('answering during closing', () => {
  it('answering waits for a closing under way and is refused; closing waits for an answer under way (F5)', async () => {
    const { organization, poll } = await pollOfNewClub();
    const person = await app.make.userOf(organization);
    const user = await app.as(person);
    const editor = await app.as(await app.make.userOf(organization, ['EDIT_EVENTS']));
    const path = `/event/poll/${poll.uuid}/${poll.options[0]?.uuid}`;

    const order: string[] = [];
    let closing: Promise<unknown> = Promise.resolve();
    await app.db.transaction().execute(async (trx) => {
      const answer = {
        organization_uuid: organization.uuid,
        poll_uuid: poll.uuid,
        member_uuid: (await app.make.member(organization)).uuid,
        option_uuid: poll.options[0]?.uuid ?? '',
      };
      await insertRows(trx, 'poll_answers', answer);
      closing = editor
        .call('PUT', `/event/poll/${poll.uuid}/state/close`)
        .then(({ json }) => order.push(`closed with ${json.answers.length}`));
      await untilWaiting(app);
      order.push('answered');
    });
    await closing;
    expect(order).toEqual(['answered', 'closed with 1']);

    await editor.call('PUT', `/event/poll/${poll.uuid}/state/open`);
    let pending: Promise<{ status: number }> = Promise.resolve({ status: 0 });
    await app.db.transaction().execute(async (trx) => {
      await changeRows(trx, 'polls', poll.uuid, { closed: true });
      pending = user.call('PUT', path);
      await untilWaiting(app);
    });
    expect((await pending).status).toBe(409);
    expect(await answersTo(app, poll)).toHaveLength(1);
  });

  it('an answer cannot be withdrawn from a poll that is being closed (F5)', async () => {
    const { organization, poll } = await pollOfNewClub();
    const user = await app.as(await app.make.userOf(organization));
    const path = `/event/poll/${poll.uuid}/${poll.options[0]?.uuid}`;
    await user.call('PUT', path);
    let taking: Promise<{ status: number }> = Promise.resolve({ status: 0 });
    await app.db.transaction().execute(async (trx) => {
      await changeRows(trx, 'polls', poll.uuid, { closed: true });
      taking = user.call('DELETE', path);
      await untilWaiting(app);
    });
    expect((await taking).status).toBe(409);
    expect(await answersTo(app, poll)).toHaveLength(1);
  });

  it('answering a poll that is being deleted says that it is gone, not closed (F5)', async () => {
    const { organization, poll } = await pollOfNewClub();
    const user = await app.as(await app.make.userOf(organization));
    let pending: Promise<{ status: number }> = Promise.resolve({ status: 0 });
    await app.db.transaction().execute(async (trx) => {
      await deleteRows(trx, 'polls', poll.uuid);
      pending = user.call('PUT', `/event/poll/${poll.uuid}/${poll.options[0]?.uuid}`);
      await untilWaiting(app);
    });
    expect((await pending).status).toBe(404);
  });
});

describe('answering during an edit', () => {
  async function pollWithEditor() {
    const { organization, event, poll } = await pollOfNewClub(['A', 'B']);
    const editor = await app.as(await app.make.userOf(organization, ['EDIT_EVENTS']));
    const [a, b] = poll.options;
    const edit = (name: string) =>
      editor.call('PUT', `/event/poll/${poll.uuid}`, {
        name: 'Neu',
        options: [
          { optionUuid: a?.uuid, name },
          { optionUuid: b?.uuid, name: 'B' },
        ],
      });
    return { organization, event, poll, edit, option: a?.uuid ?? '' };
  }

  it('an edit waits for an answer under way and is refused; an answer waits for an edit under way (F5)', async () => {
    const { organization, poll, edit, option } = await pollWithEditor();
    const answer = {
      organization_uuid: organization.uuid,
      poll_uuid: poll.uuid,
      member_uuid: (await app.make.member(organization)).uuid,
      option_uuid: option,
    };
    for (const name of ['Anders', '']) {
      let editing: Promise<{ status: number }> = Promise.resolve({ status: 0 });
      await app.db.transaction().execute(async (trx) => {
        await insertRows(trx, 'poll_answers', answer);
        editing = edit(name);
        await untilWaiting(app);
      });
      expect((await editing).status).toBe(409);
      await deleteRows(app.db, 'poll_answers', { poll_uuid: poll.uuid });
    }
    const user = await app.as(await app.make.userOf(organization));
    let answering: Promise<{ status: number }> = Promise.resolve({ status: 0 });
    await app.db.transaction().execute(async (trx) => {
      await changeRows(trx, 'polls', poll.uuid, { name: 'Neu' });
      await deleteRows(trx, 'poll_options', option);
      answering = user.call('PUT', `/event/poll/${poll.uuid}/${option}`);
      await untilWaiting(app);
    });
    expect((await answering).status).toBe(404);
    expect(await answersTo(app, poll)).toEqual([]);
  });

  it('the database itself refuses to rename or delete an answered option, even one answered at this moment (F5)', async () => {
    const { organization, poll, option } = await pollWithEditor();
    const answer = {
      organization_uuid: organization.uuid,
      poll_uuid: poll.uuid,
      member_uuid: (await app.make.member(organization)).uuid,
      option_uuid: option,
    };
    const rename = () => changeRows(app.db, 'poll_options', option, { name: 'Anders' });
    const drop = () => deleteRows(app.db, 'poll_options', option);
    for (const [change, code] of [
      [rename, 'VH005'],
      [drop, '23503'],
    ] as const) {
      let changing: Promise<unknown> = Promise.resolve();
      await app.db.transaction().execute(async (trx) => {
        await insertRows(trx, 'poll_answers', answer);
        changing = change().catch((error) => error);
        await untilWaiting(app);
      });
      expect(await changing).toMatchObject({ code });
      expect(await change().catch((error) => error)).toMatchObject({ code });
      await deleteRows(app.db, 'poll_answers', { poll_uuid: poll.uuid });
    }
  });
});
