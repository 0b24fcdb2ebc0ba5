import { describe, expect, it } from 'vitest';
import { type AnswerClub, answerLab } from '../support/answer-lab';

const lab = answerLab({ connections: 3 });

/** Registers the first members, and puts the others on the waiting list, in order. */
async function fill({ members, sheet }: AnswerClub, event: string, taken: number) {
  for (const [at, member] of members.entries())
    expect(await (at < taken ? sheet.signUp(member, event) : sheet.join(member, event))).toBe(
      'done',
    );
}

/** An event that is full with its first member; the others wait in order. */
async function full(club: AnswerClub, columns: Record<string, string> = {}): Promise<string> {
  const event = await club.event(1, columns);
  await fill(club, event, 1);
  return event;
}

const set = (event: string, columns: string, ...values: unknown[]) =>
  lab.pool.query(`update events set ${columns} where uuid = $1 returning *`, [event, ...values]);

describe('moving up', () => {
  it.each<[string, (club: AnswerClub, event: string) => Promise<unknown>]>([
    ['is deleted', ({ sheet, member }) => sheet.deleteMember(member(0))],
    ['shortens the time without promotion', shortenedMeanwhile],
  ])('the first who waits moves up when somebody %s (K3, K9)', async (_what, free) => {
    const club = await lab.club(3);
    const event = await full(club);
    await free(club, event);
    const { registered, waiting, places, entries } = await club.answers(event);
    expect(registered).toContain(1);
    expect({ waiting, entries }).toEqual({ waiting: [2], entries: 1 });
    expect(places).toBe(registered.length);
    expect(await club.told('promoted')).toEqual([1]);
  });

  async function shortenedMeanwhile({ sheet, member, answers }: AnswerClub, event: string) {
    await set(event, 'promotion_hours = 168');
    await sheet.decline(member(0), event);
    expect(await answers(event)).toMatchObject({ registered: [], waiting: [1, 2] });
    await set(event, 'promotion_hours = 0');
  }

  it('the first on the list moves up first, no matter who had begun to join it before (K1)', async () => {
    const club = await lab.club(3);
    const event = await club.event(1);
    await club.sheet.signUp(club.member(0), event);
    const slow = await lab.pool.connect();
    await slow.query('begin');
    await slow.query('select now()');
    await club.sheet.join(club.member(1), event);
    await slow.query(
      `insert into answers (event_uuid, member_uuid, organization_uuid, answer)
       select $1, uuid, organization_uuid, 'waiting' from members where uuid = $2`,
      [event, club.member(2)],
    );
    await slow.query('commit');
    slow.release();
    await club.sheet.decline(club.member(0), event);
    expect(await club.answers(event)).toMatchObject({ registered: [1], waiting: [2] });
  });

  it('places, note and the user who signed them up move up with a member, with or without an account (K2, K11)', async () => {
    const club = await lab.club(2);
    const event = await full(club);
    await lab.pool.query(
      `update answers set note = 'vegetarisch', acted_by = $2 where answer = 'waiting' and event_uuid = $1`,
      [event, club.member(0)],
    );
    await club.sheet.deleteUser(club.member(1));
    await club.sheet.leave(club.member(0), event);
    const { rows } = await lab.pool.query(
      `select places, note, acted_by, promoted_at is not null as promoted from answers where answer = 'yes' and event_uuid = $1`,
      [event],
    );
    expect(rows).toEqual([
      { places: 1, note: 'vegetarisch', acted_by: club.member(0), promoted: true },
    ]);
    expect(await club.told('promoted')).toEqual([]);
  });

  it('the first who waits moves up when a companion stays at home, or they bring fewer themselves (J12, K3)', async () => {
    const club = await lab.club(3);
    const event = await club.event(3);
    const [first, second, third] = [club.member(0), club.member(1), club.member(2)];
    await club.sheet.signUp(first, event, 3);
    await club.sheet.join(second, event, 2);
    await club.sheet.join(third, event, 2);
    await club.sheet.changePlaces(first, event, 2);
    expect(await club.answers(event)).toMatchObject({ registered: [0], places: 2 });
    await club.sheet.changePlaces(third, event, 1);
    expect(await club.answers(event)).toMatchObject({ registered: [0, 2], waiting: [1] });
    await club.sheet.changePlaces(first, event, 1);
    expect(await club.answers(event)).toMatchObject({ places: 2, waiting: [1] });
    await club.sheet.decline(third, event);
    expect(await club.answers(event)).toMatchObject({ registered: [0, 1], places: 3, waiting: [] });
    expect(await club.told('promoted')).toEqual([2, 1]);
  });

  it('the update that promotes returns the counters as they are then (K10)', async () => {
    const club = await lab.club(5);
    const event = await full(club);
    const { rows } = await set(event, 'max_participants = 3');
    expect(rows).toMatchObject([{ registered_participants: 3, waiting: 2 }]);
  });
});

describe('the last hours and the past', () => {
  it('nobody is promoted unasked in the last hours: all who fit are told, once in a while (K4)', async () => {
    const club = await lab.club(4);
    const event = await club.event(2);
    await fill(club, event, 2);
    await club.sheet.changePlaces(club.member(3), event, 2);
    await club.sheet.move(event, 'late');
    await club.sheet.decline(club.member(0), event);
    expect(await club.answers(event)).toMatchObject({ registered: [1], waiting: [2, 3] });
    expect(await club.told('place_free')).toEqual([2]);
    // The first to press the button has the place; that it comes free again soon is no second mail.
    expect(await club.sheet.signUp(club.member(2), event)).toBe('done');
    await club.sheet.decline(club.member(2), event);
    expect(await club.told('place_free')).toEqual([2]);
    expect(await club.told('promoted')).toEqual([]);
  });

  it('once the event has begun, nothing moves and nobody is told (K9)', async () => {
    const club = await lab.club(3);
    const event = await full(club);
    await club.sheet.move(event, 'past');
    await club.sheet.decline(club.member(0), event);
    await club.sheet.limit(event, 5);
    expect(await club.answers(event)).toMatchObject({ registered: [], waiting: [1, 2] });
    for (const kind of ['promoted', 'place_free']) expect(await club.told(kind)).toEqual([]);
  });

  it('a club that moves to another zone promotes where there is time again (K2)', async () => {
    const club = await lab.club(3);
    const event = await full(club);
    // Starts in 23 hours there, and in more than 24 further west.
    await set(
      event,
      `(date, start_time) = (select starts::date, starts::time(0)
        from (select (now() + interval '23 hours') at time zone 'Europe/Berlin' as starts) s)`,
    );
    await club.sheet.decline(club.member(0), event);
    expect(await club.answers(event)).toMatchObject({ registered: [], waiting: [1, 2] });
    const move = 'update organizations set time_zone = $2 where uuid = $1';
    await lab.pool.query(move, [club.organization, 'America/New_York']);
    expect(await club.answers(event)).toMatchObject({ registered: [1], waiting: [2] });
  });
});

describe('opened and closed', () => {
  it('members on the list stay when an event closes it, and move up (K1)', async () => {
    const club = await lab.club(3);
    const event = await full(club);
    await set(event, 'waiting_list = false');
    expect(await club.answers(event)).toMatchObject({ waiting: [1, 2] });
    await club.sheet.decline(club.member(0), event);
    expect(await club.answers(event)).toMatchObject({ registered: [1], waiting: [2] });
    expect(await club.sheet.join(club.member(0), event)).toBe('VH009');
  });
});

describe('one answer', () => {
  it('a member has one answer, by whichever way a second one comes (J2, K2)', async () => {
    const club = await lab.club(3);
    const event = await full(club);
    const insert = (answer: string, who = club.member(0)) =>
      lab.pool.query(
        'insert into answers (event_uuid, member_uuid, organization_uuid, answer) values ($1, $2, $3, $4)',
        [event, who, club.organization, answer],
      );
    for (const answer of ['no', 'waiting'])
      await expect(insert(answer), answer).rejects.toMatchObject({ code: '23505' });
    await expect(insert('no', club.member(1))).rejects.toMatchObject({ code: '23505' });
    await club.sheet.limit(event, 3);
    await club.sheet.decline(club.member(2), event);
    await expect(insert('yes', club.member(2))).rejects.toMatchObject({ code: '23505' });
  });

  it('an error while moving up takes back that it counts for itself (K2)', async () => {
    const club = await lab.club(3);
    const event = await full(club);
    const client = await lab.pool.connect();
    try {
      await client.query('begin; savepoint before');
      await client.query(
        `create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
         create trigger fail after update on answers for each row execute function fail()`,
      );
      await expect(
        client.query('update events set max_participants = 2 where uuid = $1', [event]),
      ).rejects.toThrow('no');
      await client.query('rollback to before');
      await client.query(
        `delete from answers where answer = 'waiting' and event_uuid = $1 and member_uuid = $2`,
        [event, club.member(2)],
      );
      await client.query('commit');
    } finally {
      client.release();
    }
    expect(await club.answers(event)).toMatchObject({ waiting: [1], entries: 1, places: 1 });
  });
});
