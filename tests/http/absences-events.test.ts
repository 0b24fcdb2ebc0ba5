import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { absenceSetting, asking } from '../support/absences';
import { answerLink } from '../support/answer-link';
import { answerOf, answersTo, setEvent } from '../support/answers';
import { testApp } from '../support/app';
import { inDays } from '../support/events';

const app = testApp();

describe('an event that comes into an absence', () => {
  it('is declined: new, moved, lengthened, asking, limited, restored (L8)', async () => {
    const club = await absenceSetting(app);
    const { user } = club;
    await club.away();
    const created = await club.editor.call('POST', '/event', {
      name: 'Neu',
      date: '2031-08-03',
      event_type: 'LIMITED_EVENT',
      max_participants: 3,
      organization: club.organization.uuid,
    });
    expect(created.status).toBe(200);
    const event = { uuid: created.json.eventUuid ?? created.json.uuid };
    expect(await answerOf(app, event, user.member)).toBe('no');
    const changes: [string, Record<string, string>, object][] = [
      ['moved', { date: `'2031-08-14'` }, { date: '2031-09-01', event_type: 'LIMITED_EVENT' }],
      ['lengthened', { end_date: `'2031-08-01'` }, { date: '2031-07-31', ...asking }],
      ['asking', { asks_answer: 'true' }, {}],
      ['limited', { event_type: `'LIMITED_EVENT'`, max_participants: '3' }, {}],
      ['restored', { cancelled_at: 'null' }, { ...asking, cancelled_at: new Date() }],
    ];
    for (const [what, change, more] of changes) {
      const { date = '2031-08-05' } = more as { date?: string };
      const event = await club.open(what, date, more);
      expect(await answerOf(app, event, user.member), what).toBeUndefined();
      await setEvent(app, event, change);
      expect(await answerOf(app, event, user.member), what).toBe('no');
    }
  });

  it('for other groups is declined by whom it now concerns (L8, U11)', async () => {
    const club = await absenceSetting(app);
    const { user, other, organization } = club;
    const ours = await app.make.group(organization, [{ uuid: user.member }]);
    const theirs = await app.make.group(organization, [{ uuid: other.member }]);
    const event = await club.open('Lauf', '2031-08-05', asking);
    await app.make.forGroups(event, [theirs]);
    await club.away();
    expect(await answerOf(app, event, user.member)).toBeUndefined();
    await app.make.forGroups(event, [theirs, ours]);
    expect(await answerOf(app, event, user.member)).toBe('no');
  });

  it('a member who waited when it was opened to all is asked, not declined (L8, K9)', async () => {
    const club = await absenceSetting(app);
    const full = await club.limited('Kurs', '2031-08-05', { max_participants: 0 });
    await app.make.waiting(full, { uuid: club.user.member });
    await club.away();
    await setEvent(app, full, {
      event_type: `'OPEN_EVENT'`,
      max_participants: '0',
      asks_answer: 'true',
    });
    expect((await answersTo(app, full)).answers).toEqual({});
  });
});

describe('answers of absent members', () => {
  it('a yes wins over the absence, and a no of their own stays after it (L8)', async () => {
    const club = await absenceSetting(app);
    const { user, person } = club;
    const comes = await club.limited('Turnier');
    const declines = await club.limited('Lauf');
    const silent = await club.limited('Kurs');
    const { json } = await club.away();
    const say = (event: { uuid: string }, body: object) =>
      person.call('PUT', `/event/${event.uuid}/answer`, body);
    expect((await say(comes, { answer: 'yes' })).status).toBe(200);
    expect((await say(declines, { answer: 'no' })).status).toBe(200);
    await setEvent(app, comes, { date: `'2031-08-09'` });
    expect(await answerOf(app, comes, user.member)).toBe('yes 1');
    expect(await club.list()).toMatchObject([{ declined: 1, coming: 1 }]);
    expect((await person.call('DELETE', `/absence/${json.uuid}`)).status).toBe(204);
    expect(await answerOf(app, comes, user.member)).toBe('yes 1');
    expect(await answerOf(app, declines, user.member)).toBe('no');
    expect(await answerOf(app, silent, user.member)).toBeUndefined();
    expect(await club.list()).toEqual([]);
  });

  it('the link in a mail says that they are absent, and still takes a yes (L8, N7)', async () => {
    const club = await absenceSetting(app);
    const event = await club.limited('Lauf');
    const link = await answerLink(app, { event, user: club.user });
    await club.away();
    const { page } = await app.visitor().get(link);
    expect(page).toContain('Sie sind abwesend (1. bis 14. August).');
    expect((await app.visitor().submit(link, { answer: 'yes' })).status).toBe(303);
    expect(await answerOf(app, event, club.user.member)).toBe('yes 1');
  });

  it('taken back, an absence keeps the declines of what has begun (L8)', async () => {
    const club = await absenceSetting(app);
    const event = await club.limited('Morgen', inDays(1));
    const { json } = await club.away({ from: inDays(0), until: inDays(2) });
    await app.pool.query(`update events set date = current_date - 1 where uuid = $1`, [event.uuid]);
    // It left the absence with the day: as if it had been the day before from the start.
    await sql`update absences set from_date = ${inDays(-2)} where uuid = ${json.uuid}`.execute(
      app.db,
    );
    await sql`insert into answers (answer, event_uuid, member_uuid, organization_uuid, absence_uuid)
      values ('no', ${event.uuid}, ${club.user.member}, ${club.organization.uuid}, ${json.uuid})
      on conflict do nothing`.execute(app.db);
    await club.person.call('DELETE', `/absence/${json.uuid}`);
    expect(await answerOf(app, event, club.user.member)).toBe('no');
  });

  it("the list of answers says 'abwesend' and neither when nor why; the page says when (J8, L8)", async () => {
    const club = await absenceSetting(app);
    const event = await club.limited('Lauf');
    await club.away();
    const answers = await club.editor.get(`/app/events/${event.uuid}/answers?of=no`);
    expect(answers.page).toContain('abwesend');
    expect(answers.page).not.toContain('14. August');
    const page = await club.person.get(`/app/events/${event.uuid}`);
    expect(page.page).toContain('Sie sind abwesend (1. bis 14. August).');
    expect(page.text).toContain('href="/app/absences"');
    await club.person.call('PUT', `/event/${event.uuid}/answer`, { answer: 'no' });
    const meant = await club.person.get(`/app/events/${event.uuid}`);
    expect(meant.page).toContain('Sie haben abgesagt.');
    expect((await club.editor.get(`/app/events/${event.uuid}/answers?of=no`)).page).not.toContain(
      'abwesend',
    );
  });
});
