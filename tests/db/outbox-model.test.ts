import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { announceInJob } from '~/features/notifications/announcements.server';
import { retime } from '~/features/notifications/deciding.server';
import { answerers, notify } from '~/features/outbox/queries.server';
import { KINDS } from '~/features/outbox/rules/kinds.server';
import type { Kind } from '~/features/outbox/schema';
import { TOPICS, WAYS } from '~/features/outbox/schema';
import {
  choose,
  drainAll,
  remindAll,
  setZone,
  startsIn,
  zoneWhereItIs,
} from '../support/outbox-lab';
import { seeded } from '../support/random';
import { changeRows } from '../support/rows';
import { seriesLab } from '../support/series-lab';

const SEED = Number(process.env.OUTBOX_SEED ?? 5);
const RUNS = Number(process.env.OUTBOX_RUNS ?? 4);
const STEPS = 80;

const lab = seriesLab();

type Person = Awaited<ReturnType<typeof lab.make.userOf>>;
type Club = { organization: { uuid: string }; people: Person[]; events: string[] };

/** A notification, with what its event and its user's answer are at the moment. */
interface Row {
  readonly id: number;
  readonly user: string;
  readonly kind: Kind;
  readonly event: string;
  readonly dedupe: string;
  readonly sent: boolean;
  readonly withheld: boolean;
  readonly leader: number | null;
  readonly jobs: number;
  readonly way: string;
  readonly bulk: boolean;
  readonly cancelled: boolean;
  readonly begun: boolean;
  readonly answered: boolean;
  readonly counts: boolean;
}

/** Everything in the outbox, by id. */
async function snapshot(): Promise<Map<number, Row>> {
  const { rows } = await sql<Row>`
    select n.id, n.user_uuid as "user", n.kind, n.event_uuid as event, n.dedupe, n.way, n.bulk,
      n.sent_at is not null as sent, n.withheld is not null as withheld, n.sent_with as leader,
      (select count(*) from graphile_worker._private_jobs
        where payload ->> 'notification' = n.id::text) as jobs,
      e.cancelled_at is not null as cancelled,
      now() >= event_start(e.date, e.start_time, o.time_zone) as begun,
      exists (select from answers where event_uuid = e.uuid and member_uuid = n.member_uuid
        and answer <> 'no') as counts,
      exists (select from answers where event_uuid = e.uuid and member_uuid = n.member_uuid)
        as answered
    from notifications n join events e on e.uuid = n.event_uuid
    join organizations o on o.uuid = n.organization_uuid`.execute(lab.db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What holds of the outbox at any time. */
function judge(rows: Map<number, Row>): void {
  const causes = new Set<string>();
  for (const row of rows.values()) {
    const cause = `${row.user} ${row.dedupe}`;
    expect(causes.has(cause), `${row.kind} twice`).toBe(false);
    causes.add(cause);
    const mails = row.jobs + (row.leader === null ? 0 : 1);
    expect(mails, `mails of a ${row.kind}: ${JSON.stringify(row)}`).toBe(
      row.sent && !row.withheld ? 1 : 0,
    );
    if (row.leader === null) continue;
    const leader = rows.get(row.leader);
    expect(leader, 'the leader of a mail').toMatchObject({ user: row.user, jobs: 1, leader: null });
    expect(row.way, 'told together').toBe(leader?.way);
  }
}

/** What holds of those that were not there before. */
function judgeNew(before: Map<number, Row>, after: Map<number, Row>): void {
  for (const [id, row] of after) {
    if (before.has(id)) continue;
    const { kind, cancelled, begun, answered, counts } = row;
    if (kind === 'event_new' || kind === 'answer_missing' || kind === 'event_soon')
      expect({ cancelled, begun }, kind).toEqual({ cancelled: false, begun: false });
    if (kind === 'answer_missing') expect(answered, kind).toBe(false);
    if (kind === 'event_soon') expect(counts, kind).toBe(true);
  }
}

class Game {
  readonly #random: () => number;
  readonly clubs: Club[] = [];
  /** What each user chose in each club, or its admin for all. */
  readonly ways = new Map<string, string>();

  constructor(seed: number) {
    this.#random = seeded(seed);
  }

  some = (many: number) => Math.floor(this.#random() * many);
  pick<T>(all: readonly T[]): T {
    return all[this.some(all.length)] as T;
  }

  async begin(): Promise<void> {
    for (let n = 0; n < 2; n++) {
      const organization = await lab.make.organization();
      const people = [];
      for (let person = 0; person < 4; person++) people.push(await lab.make.userOf(organization));
      this.clubs.push({ organization, people, events: [] });
    }
    const [one, two] = this.clubs;
    for (const club of this.clubs) await this.announce(club);
    // Somebody is in both.
    if (one && two && one.people[0]) await lab.make.belongs(one.people[0], two.organization);
  }

  wayOf({ user, kind, event }: Row): string {
    const topic = KINDS[kind].topic;
    const club = this.clubs.find(({ events }) => events.includes(event));
    const of = (who: string) => this.ways.get(`${club?.organization.uuid} ${who} ${topic}`);
    const usual = topic === 'event_new' || topic === 'poll_new' ? 'digest' : 'mail';
    return topic === null ? 'mail' : (of(user) ?? of('all') ?? usual);
  }

  async step(): Promise<string> {
    const club = this.pick(this.clubs);
    const { organization } = club;
    const person = this.pick(club.people);
    const uuid = this.pick(club.events);
    const event = { uuid, organization: organization.uuid };
    const action = this.pick([
      ...['announce', 'move', 'move', 'cancel', 'restore', 'signUp', 'signUp', 'decline', 'leave'],
      ...['choose', 'choose', 'chooseForAll', 'pass', 'pass', 'pass', 'remind', 'zone', 'twice'],
    ]);
    switch (action) {
      case 'announce':
        await this.announce(club);
        break;
      case 'move': {
        await startsIn(lab.db, event, `${this.some(90) - 4} hours`);
        const what = { kind: 'event_changed' as const, event };
        await notify(lab.db, { ...what, dedupe: `event_changed:${uuid}` }, this.counting(event));
        break;
      }
      case 'cancel':
      case 'restore': {
        const cancelled_at = action === 'cancel' ? new Date() : null;
        await changeRows(lab.db, 'events', uuid, { cancelled_at });
        const kind = action === 'cancel' ? 'event_cancelled' : 'event_restored';
        const dedupe = `${kind}:${crypto.randomUUID()}`;
        await notify(lab.db, { kind, event, dedupe }, this.counting(event));
        break;
      }
      case 'signUp':
        await this.leave(event, person);
        await this.answer('yes', event, person);
        await sql`update answers set created_at = now() - make_interval(hours => ${this.some(50)})
          where answer = 'yes' and event_uuid = ${uuid} and member_uuid = ${person.member}`.execute(
          lab.db,
        );
        break;
      case 'decline':
        await this.leave(event, person);
        await this.answer('no', event, person);
        break;
      case 'leave':
        await this.leave(event, person);
        break;
      case 'choose':
      case 'chooseForAll': {
        const [topic, way] = [this.pick(TOPICS), this.pick(WAYS)];
        const user = action === 'choose' ? person : null;
        await choose(lab.db, organization, user, topic, way);
        this.ways.set(`${organization.uuid} ${user?.uuid ?? 'all'} ${topic}`, way);
        if (this.some(3) > 0)
          await retime(lab.db, { user: user?.uuid, organization: organization.uuid });
        break;
      }
      case 'pass':
        await this.pass(this.pick(['6 minutes', '5 hours', '1 day', '3 days']));
        break;
      case 'zone':
        await setZone(lab.db, organization, zoneWhereItIs(this.pick([2, 12, 20])));
        break;
      case 'twice':
        await announceInJob(lab.db, {
          kind: 'event_new',
          actor: club.people[0]?.uuid,
          event: uuid,
        });
        break;
      case 'remind':
        await Promise.all([remindAll(lab.db), remindAll(lab.db)]);
        break;
    }
    return action;
  }

  /** The members who count on an event, the actor among them. */
  counting = (event: { uuid: string }) =>
    answerers(lab.db, event, { but: { uuid: crypto.randomUUID() } });

  async announce(club: Club): Promise<string> {
    const asks = this.some(2) === 0;
    const { uuid } = await (asks
      ? lab.make.event(club.organization, {}, { asks_answer: true })
      : lab.make.event(club.organization, { max: 9 }));
    await startsIn(lab.db, { uuid }, `${this.some(120) + 1} hours`);
    club.events.push(uuid);
    const actor = club.people[0]?.uuid;
    await announceInJob(lab.db, { kind: 'event_new', actor, event: uuid });
    const { rows } = await sql`select from notifications
      where event_uuid = ${uuid} and user_uuid = ${actor}`.execute(lab.db);
    expect(rows).toEqual([]);
    return uuid;
  }

  async answer(
    answer: 'yes' | 'no',
    event: { uuid: string; organization: string },
    { member }: Person,
  ): Promise<void> {
    await sql`insert into answers (answer, event_uuid, member_uuid, organization_uuid)
      select ${answer}, uuid, ${member}, organization_uuid from events
      where uuid = ${event.uuid} and cancelled_at is null`.execute(lab.db);
  }

  async leave(event: { uuid: string }, { member }: Person): Promise<void> {
    await sql`delete from answers
        where event_uuid = ${event.uuid} and member_uuid = ${member}`.execute(lab.db);
  }

  /** Lets time pass: everything happened so much longer ago, and what is to come comes nearer. */
  async pass(interval: string): Promise<void> {
    const by = sql`${interval}::interval`;
    await sql`update notifications set due_at = due_at - ${by}, sent_at = sent_at - ${by}`.execute(
      lab.db,
    );
    await sql`update outbox_mails set at = at - ${by}`.execute(lab.db);
    await sql`update reminders set at = at - ${by}`.execute(lab.db);
    await sql`update answers set created_at = created_at - ${by} where answer = 'yes'`.execute(
      lab.db,
    );
    await sql`update events set created_at = created_at - ${by},
      date = ((date + start_time) - ${by})::date, start_time = ((date + start_time) - ${by})::time`.execute(
      lab.db,
    );
  }

  /** Two servers drain at once, and sometimes one of them is cut off. */
  async drain(): Promise<void> {
    const limits = { quietHours: this.some(2) === 0, mailPerHour: this.pick([2, 500]) };
    const drains = [1, 2].map(() => drainAll(lab.db, limits).catch(() => {}));
    if (this.some(4) === 0)
      await lab.pool
        .query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
        )
        .catch(() => {});
    await Promise.all(drains);
    // Connections that were cut leave the pool once somebody wants them.
    await Promise.all(Array.from({ length: 20 }, () => lab.pool.query('select').catch(() => {})));
  }
}

/**
 * Of what was decided since, nothing went to users who wanted none, and nothing else was kept back.
 */
function judgeWays(game: Game, before: Map<number, Row>, after: Map<number, Row>): void {
  for (const [id, row] of after) {
    const was = before.get(id);
    if (!row.sent || was?.sent) continue;
    const way = game.wayOf(row);
    if (way === 'off') expect(row.withheld, `${row.kind} although it is off`).toBe(true);
  }
}

it.each(Array.from({ length: RUNS }, (_, run) => SEED + run))(
  'whatever happens in two clubs, each cause is at most one mail per user, or none if unwanted: seed %i (N1, N2, N4, X9)',
  async (seed) => {
    await sql`truncate notifications, outbox_mails, reminders`.execute(lab.db);
    await sql`delete from graphile_worker._private_jobs`.execute(lab.db);
    const game = new Game(seed);
    await game.begin();
    const done: string[] = [];
    let before = await snapshot();
    for (let step = 0; step < STEPS; step++) {
      done.push(await game.step());
      const acted = await snapshot();
      judgeNew(before, acted);
      await game.drain();
      before = await snapshot();
      judge(before);
      judgeWays(game, acted, before);
    }
    // In the end everything is told or withheld, as nothing waits for ever.
    for (let week = 0; week < 8; week++) {
      await game.pass('1 day');
      await drainAll(lab.db);
    }
    const last = await snapshot();
    judge(last);
    const left = [...last.values()].filter(({ sent }) => !sent);
    expect(left, done.join(' ')).toEqual([]);
    const told = [...last.values()].filter((row) => row.jobs > 0 || row.leader !== null);
    expect(told.length).toBeGreaterThan(5);
  },
);
