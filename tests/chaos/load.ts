import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { Browser } from '../support/browser';
import { Factories, NO_PASSWORDS } from '../support/factories';
import { rowsOf } from '../support/rows';

const PLACES = 5;
const PEOPLE = 24;
const POLLS = 60;

/** The outcome of a write. 'open' is unknown: no response, or 503. */
type Came = 'confirmed' | 'refused' | 'open';

/** The contents of the database as confirmed by responses. */
interface Ledger {
  tried: number;
  confirmed: number;
  /** Unacceptable responses, such as a 500. */
  readonly wrong: string[];
  readonly members: Set<string>;
  readonly events: Set<string>;
  /** By member and event: true if signed up. Unknown outcomes are missing. */
  readonly places: Map<string, boolean>;
  /** The chosen option by member and poll. */
  readonly answers: Map<string, string>;
  /** Addresses of new accounts, each of which gets a mail. */
  readonly accounts: Set<string>;
}

interface Club {
  readonly organization: { uuid: string };
  readonly editor: string;
  readonly people: readonly { token: string; member: string }[];
  readonly events: readonly { uuid: string }[];
  readonly polls: readonly { uuid: string; options: readonly { uuid: string }[] }[];
}

/** A club with logged-in people, limited events that are too small for them, and polls. */
export async function prepare(db: Database): Promise<Club> {
  const make = new Factories(db, NO_PASSWORDS);
  const { organization, admin } = await make.club();
  const people = [];
  for (let count = 0; count < PEOPLE; count++) {
    const user = await make.userOf(organization);
    people.push({ token: await make.session(user, organization), member: user.member });
  }
  const events = [];
  for (let count = 0; count < 4; count++)
    events.push(await make.event(organization, { max: PLACES }));
  const polls = [];
  for (let count = 0; count < POLLS; count++)
    polls.push(await make.poll(await make.event(organization), { options: ['Ja', 'Nein'] }));
  return { organization, editor: await make.session(admin, organization), people, events, polls };
}

/** Whether every mail has left. News of events wait for the evening, as does the run that tells them. */
export async function isDone(db: Database): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker._private_jobs
    where key is distinct from 'notifications later'`.execute(db);
  return rows.length === 0;
}

/**
 * Writes in a loop until stopped, and records what was confirmed.
 * @param origin the current address of the server
 */
export function startLoad(club: Club, origin: () => string, random: () => number) {
  const ledger: Ledger = {
    tried: 0,
    confirmed: 0,
    wrong: [],
    members: new Set(),
    events: new Set(),
    places: new Map(),
    answers: new Map(),
    accounts: new Set(),
  };
  let going = true;
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item;

  async function write(
    token: string | null,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Came> {
    const visitor = new Browser(origin());
    if (token) visitor.cookies.set('session', token);
    ledger.tried++;
    const response = await visitor.call(method, path, body).catch(() => null);
    if (response && response.status < 300) {
      ledger.confirmed++;
      return 'confirmed';
    }
    if (response?.status === 409) return 'refused';
    if (response && response.status !== 503)
      ledger.wrong.push(`${method} ${path}: ${response.status} ${response.text}`);
    if (response?.status === 503 && !response.headers.get('Retry-After'))
      ledger.wrong.push('503 without Retry-After');
    await sleep(50);
    return 'open';
  }

  async function signUpAndOff({ token, member }: Club['people'][number]) {
    const event = pick(club.events).uuid;
    const key = `${member} ${event}`;
    const on = random() < 0.6;
    const before = ledger.places.get(key);
    const came = await write(token, 'PUT', `/event/${on ? '' : 'un'}register-user`, { event });
    if (came === 'confirmed') ledger.places.set(key, on);
    else if (came === 'open') ledger.places.delete(key);
    else if (on && before === true) ledger.wrong.push('refused a place to somebody who has it');
  }

  async function answerPoll({ token, member }: Club['people'][number]) {
    const poll = pick(club.polls);
    const option = pick(poll.options).uuid;
    const key = `${member} ${poll.uuid}`;
    const before = ledger.answers.get(key);
    const came = await write(token, 'PUT', `/event/poll/${poll.uuid}/${option}`);
    if (came !== 'confirmed') return;
    if (before !== undefined && before !== option) ledger.wrong.push('took a second answer');
    ledger.answers.set(key, option);
  }

  async function person(each: Club['people'][number]) {
    while (going) await (random() < 0.6 ? signUpAndOff(each) : answerPoll(each));
  }

  async function editor() {
    const { organization, editor: token } = club;
    for (let count = 0; going; count++) {
      const lastName = `Neu ${count}`;
      const member = { organization: organization.uuid, firstName: 'Max', lastName };
      if ((await write(token, 'POST', '/member', member)) === 'confirmed')
        ledger.members.add(lastName);
      const name = `Fest neu ${count}`;
      const event = {
        organization: organization.uuid,
        name,
        date: '2030-01-01',
        event_type: 'OPEN_EVENT',
      };
      if ((await write(token, 'POST', '/event', event)) === 'confirmed') ledger.events.add(name);
    }
  }

  async function newcomers() {
    for (let count = 0; going; count++) {
      const email = `neu${count}@verein.example`;
      const body = { firstName: 'Jörg', lastName: 'Neu', email, password: 'Geheim-und-lang' };
      if ((await write(null, 'POST', '/registration', body)) === 'confirmed')
        ledger.accounts.add(email);
    }
  }

  const loads = [...club.people.map(person), editor(), newcomers()];
  return {
    ledger,
    async stop() {
      going = false;
      await Promise.all(loads);
    },
  };
}

/** The same facts as in the ledger, read from the database. */
export async function holds(db: Database) {
  const names = (rows: readonly { name: string }[]) => new Set(rows.map(({ name }) => name));
  const places = await rowsOf(db, 'answers', { answer: 'yes' }, ['member_uuid', 'event_uuid']);
  const answers = await rowsOf(db, 'poll_answers', {}, ['member_uuid', 'poll_uuid', 'option_uuid']);
  const limited = await db
    .selectFrom('events')
    .select(['uuid', 'max_participants as max', 'registered_participants as counted'])
    .where('event_type', '=', 'LIMITED_EVENT')
    .execute();
  return {
    members: names(await db.selectFrom('members').select('last_name as name').execute()),
    events: names(await rowsOf(db, 'events', {}, ['name'])),
    accounts: names(await db.selectFrom('users').select('email as name').execute()),
    places: new Set(places.map((row) => `${row.member_uuid} ${row.event_uuid}`)),
    answers: new Map(
      answers.map((row) => [`${row.member_uuid} ${row.poll_uuid}`, row.option_uuid]),
    ),
    /** Taken places of each limited event, by rows and by the counter. */
    limited: limited.map((event) => ({
      ...event,
      taken: places.filter((row) => row.event_uuid === event.uuid).length,
    })),
  };
}

/** Lists what was confirmed but is missing. */
export function lost(ledger: Ledger, found: Awaited<ReturnType<typeof holds>>): string[] {
  const missing = (kind: string, confirmed: Iterable<string>, there: ReadonlySet<string>) =>
    [...confirmed].filter((each) => !there.has(each)).map((each) => `${kind} ${each}`);
  return [
    ...missing('member', ledger.members, found.members),
    ...missing('event', ledger.events, found.events),
    ...missing('account', ledger.accounts, found.accounts),
    ...[...ledger.places]
      .filter(([key, on]) => found.places.has(key) !== on)
      .map(([key]) => `place ${key}`),
    ...[...ledger.answers]
      .filter(([key, option]) => found.answers.get(key) !== option)
      .map(([key]) => `answer ${key}`),
  ];
}
