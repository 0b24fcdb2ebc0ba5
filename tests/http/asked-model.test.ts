import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { PERMISSIONS } from '~/kernel/actor';
import { answerLink } from '../support/answer-link';
import { testApp } from '../support/app';
import type { Browser } from '../support/browser';
import { entriesOf, makeFeed } from '../support/calendars';
import { inDays } from '../support/events';
import { remindAll } from '../support/outbox-lab';
import { seeded } from '../support/random';

/** Whom an event asks, by a model (U4), and what happens when several do something at once (U11). */
const app = testApp();

const SEED = Number(process.env.ASKED_SEED ?? 5);
const STEPS = 48;
/** Comparing takes most of the time; what a step has done, most others leave. */
const STEPS_COMPARED = 3;
/** Events that neither ask nor belong to a group fill the next ones of the board. */
const NEXT_ON_BOARD = 5;
/** Questions of the board beyond these. */
const QUESTIONS = 3;

interface Person {
  readonly member: string;
  readonly user: string;
  readonly browser: Browser;
  readonly feed: string;
  linked: boolean;
}

interface Event {
  readonly uuid: string;
  readonly name: string;
  readonly asks: boolean;
  readonly series: string | null;
  groups: string[];
}

interface Group {
  readonly uuid: string;
  archived: boolean;
  readonly members: Set<string>;
}

/** The rule once more, in plain words, to compare the application with. */
class Model {
  people: Person[] = [];
  events: Event[] = [];
  readonly groups = new Map<string, Group>();
  readonly answers = new Map<string, 'yes' | 'no'>();
  readonly optOuts = new Set<string>();

  readonly answer = (event: Event, { member }: Person) =>
    this.answers.get(`${event.uuid} ${member}`);

  readonly concerns = (event: Event, { member }: Person): boolean => {
    if (event.series && this.optOuts.has(`${event.series} ${member}`)) return false;
    if (event.groups.length === 0) return true;
    return event.groups.some((uuid) => {
      const group = this.groups.get(uuid);
      return group !== undefined && !group.archived && group.members.has(member);
    });
  };

  readonly isSilent = (event: Event, person: Person) =>
    this.concerns(event, person) && !this.answer(event, person);

  /** Of a series the first date, the ones that come first; all of them start at once. */
  questionsTo(person: Person): string[] {
    const firsts = new Map<string, Event>();
    for (const event of this.sorted())
      if (event.asks && this.isSilent(event, person) && !firsts.has(event.series ?? event.uuid))
        firsts.set(event.series ?? event.uuid, event);
    return names([...firsts.values()].slice(0, QUESTIONS));
  }

  sorted = () => this.events.toSorted((one, other) => (one.uuid < other.uuid ? -1 : 1));

  inFeedOf(person: Person): string[] {
    const shown = this.events.filter((event) => {
      if (!person.linked) return !event.asks && event.groups.length === 0;
      const answer = this.answer(event, person);
      return answer ? answer === 'yes' : this.concerns(event, person);
    });
    return names(shown);
  }

  mineOf = (person: Person) =>
    names(
      this.events.filter((event) => this.concerns(event, person) || this.answer(event, person)),
    );
}

const names = (events: readonly Event[]) => events.map(({ name }) => name).sort();

async function setting() {
  const organization = await app.make.organization();
  const admin = await app.make.userOf(organization, PERMISSIONS);
  // Editors belong to the club, and are asked like everyone, so the model includes them.
  const editor = await app.as(admin, organization);
  const model = new Model();
  // The same for all, however long the test takes.
  const { rows } = await sql<{ date: string; start_time: string }>`
    select moment::date::text as date, date_trunc('minute', moment)::time::text as start_time
    from (select now() at time zone 'Europe/Berlin' + interval '40 hours' as moment) as soon`.execute(
    app.db,
  );
  const [soon] = rows;
  for (let nth = 0; nth < NEXT_ON_BOARD; nth++)
    await app.make.event(organization, { name: `Aushang ${nth}`, date: inDays(0) });
  const known = async (user: { uuid: string; member: string }): Promise<Person> => ({
    member: user.member,
    user: user.uuid,
    linked: true,
    browser: await app.as(user, organization),
    feed: (await makeFeed(app, user, { organization, scope: 'mine' })).path,
  });
  const club = {
    organization,
    editor,
    model,
    soon,
    join: async () => {
      model.people.push(await known(await app.make.userOf(organization)));
    },
  };
  model.people.push(await known(admin));
  for (let nth = 0; nth < 4; nth++) await club.join();
  return club;
}

type Club = Awaited<ReturnType<typeof setting>>;

/** Does something at random to the model and to the club. @returns what */
async function step(club: Club, random: () => number, nth: number): Promise<string> {
  const { organization, editor, model, soon } = club;
  const below = (count: number) => Math.floor(random() * count);
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)];
  const done = async (what: string, response: Promise<{ status: number; text: string }>) => {
    const { status, text } = await response;
    expect(status, `${what}: ${text.slice(0, 300)}`).toBeLessThan(300);
    return what;
  };
  const some = (uuids: readonly string[]) => uuids.filter(() => random() < 0.4);
  const person = pick(model.people) ?? expect.fail('nobody is left');
  const group = pick([...model.groups.values()]);
  const event = pick(model.events);
  const kind = below(24);
  if (kind < 3 || !group) {
    const body = { organization: organization.uuid, name: `Gruppe ${nth}` };
    const { json } = await editor.call('POST', '/group', body);
    model.groups.set(json.uuid, { uuid: json.uuid, archived: false, members: new Set() });
    return `create group ${json.uuid}`;
  }
  if (kind < 7 || !event) {
    // Series have several dates, so that one is often met again.
    const existing = random() < 0.5 ? event?.series : undefined;
    const series = random() < 0.5 ? (existing ?? (await newSeries(organization))) : null;
    const made: Omit<Event, 'uuid'> = {
      name: `Termin-${nth}-x`,
      asks: random() < 0.8,
      series,
      groups: some([...model.groups.keys()]).sort(),
    };
    const { uuid } = await app.make.event(
      organization,
      { name: made.name },
      {
        asks_answer: made.asks,
        groups: made.groups,
        series_uuid: series,
        series_date: series && inDays(1000 + nth),
        created_at: new Date(Date.now() - 3 * 86_400_000),
        ...soon,
      },
    );
    model.events.push({ ...made, uuid });
    return `create ${JSON.stringify({ ...made, uuid })}`;
  }
  if (kind < 11) {
    const path = `/group/${group.uuid}/member/${person.member}`;
    const joins = !group.members.has(person.member);
    if (joins && group.archived) return 'nothing';
    if (joins) group.members.add(person.member);
    else group.members.delete(person.member);
    return done(`${joins ? 'PUT' : 'DELETE'} ${path}`, editor.call(joins ? 'PUT' : 'DELETE', path));
  }
  if (kind < 13) {
    if (random() < 0.7) group.archived = !group.archived;
    const body = { uuid: group.uuid, name: `Neu ${nth}`, archived: group.archived };
    return done(`change group ${JSON.stringify(body)}`, editor.call('PUT', '/group', body));
  }
  if (kind === 13) {
    model.groups.delete(group.uuid);
    return done(`delete group ${group.uuid}`, editor.call('DELETE', `/group/${group.uuid}`));
  }
  if (kind < 17) {
    // As the form sends it: those that are gone may stay.
    event.groups = [
      ...some(
        [...model.groups.values()].flatMap(({ uuid, archived }) =>
          archived && !event.groups.includes(uuid) ? [] : uuid,
        ),
      ),
      ...some(event.groups.filter((uuid) => !model.groups.has(uuid))),
    ].sort();
    const { json } = await editor.call('GET', `/event/${event.uuid}`);
    const what = `${event.name} is for ${event.groups}`;
    return done(what, editor.call('PUT', '/event', { ...json, groups: event.groups }));
  }
  if (kind === 17) {
    model.events = model.events.filter((other) => other !== event);
    return done(`delete ${event.name}`, editor.call('DELETE', `/event/${event.uuid}`));
  }
  if (kind === 18) {
    const [admin] = model.people;
    if (person === admin) return 'nothing';
    person.linked = !person.linked;
    await sql`update members set user_uuid = ${person.linked ? person.user : null}
      where uuid = ${person.member}`.execute(app.db);
    return `${person.member} is ${person.linked ? 'linked' : 'unlinked'}`;
  }
  if (kind === 19 && random() < 0.3) {
    const [admin] = model.people;
    if (person === admin) return 'nothing';
    model.people = model.people.filter((other) => other !== person);
    for (const { members } of model.groups.values()) members.delete(person.member);
    await club.join();
    return done(
      `another one for ${person.member}`,
      editor.call('DELETE', `/member/${person.member}`),
    );
  }
  if (kind < 22 && event.series) {
    const key = `${event.series} ${person.member}`;
    const path = `/event/series/${event.series}/opt-out`;
    if (!person.linked) return 'nothing';
    const again = model.optOuts.has(key);
    if (again) model.optOuts.delete(key);
    else model.optOuts.add(key);
    const what = `${person.member}: ${again ? 'again' : 'not for me'} ${event.series}`;
    if (random() < 0.5) return done(what, person.browser.call(again ? 'DELETE' : 'PUT', path));
    // As from a reminder, without a log-in.
    const user = { uuid: person.user, member: person.member };
    const link = await answerLink(app, { event, user });
    const answer = again ? 'optIn' : 'optOut';
    const { status } = await app.visitor().submit(link, { answer });
    expect(status, what).toBe(303);
    return `${what}, by a mail's link`;
  }
  if (!event.asks || !person.linked) return 'nothing';
  const answer = pick(['yes', 'no', null] as const) ?? null;
  const key = `${event.uuid} ${person.member}`;
  const what = `${person.member} says ${answer} to ${event.name}`;
  const path = `/event/${event.uuid}/answer`;
  if (answer) model.answers.set(key, answer);
  else model.answers.delete(key);
  if (answer) return done(what, person.browser.call('PUT', path, { answer }));
  return done(what, person.browser.call('DELETE', path));
}

/** A series without dates of its own. */
async function newSeries(organization: { uuid: string }): Promise<string> {
  const { uuid } = await app.make.series(organization);
  await sql`update series set rule = 'FREQ=WEEKLY;BYDAY=TU' where uuid = ${uuid}`.execute(app.db);
  return uuid;
}

/** Compares everything that asks the rule with the model: what these people see, and who is asked. */
async function judge(
  { organization, editor, model }: Club,
  people: readonly Person[],
  where: string,
): Promise<void> {
  const asking = model.events.filter(({ asks }) => asks);
  const pairs = (events: readonly Event[], holds: (event: Event, person: Person) => boolean) =>
    events
      .flatMap((event) =>
        model.people
          .filter((person) => holds(event, person))
          .map(({ member }) => `${event.name} ${member}`),
      )
      .sort();
  const { rows: concerned } = await sql<{ pair: string }>`
    select e.name || ' ' || c.uuid as pair from events e cross join lateral concerned(e) c
    where e.organization_uuid = ${organization.uuid} and e.name like 'Termin-%'`.execute(app.db);
  expect(concerned.map(({ pair }) => pair).sort(), where).toEqual(
    pairs(model.events, model.concerns),
  );

  await remindAll(app.db);
  const { rows: reminded } = await sql<{ pair: string }>`
    select e.name || ' ' || n.member_uuid as pair
    from notifications n join events e on e.uuid = n.event_uuid
    where n.organization_uuid = ${organization.uuid} and n.kind = 'answer_missing'`.execute(app.db);
  expect(reminded.map(({ pair }) => pair).sort(), where).toEqual(
    pairs(asking, (event, person) => person.linked && model.isSilent(event, person)),
  );
  await sql`delete from notifications where organization_uuid = ${organization.uuid}`.execute(
    app.db,
  );
  await sql`delete from reminders where organization_uuid = ${organization.uuid}`.execute(app.db);

  for (const event of asking) {
    const silent = model.people.filter((person) => model.isSilent(event, person));
    const { json } = await editor.call('GET', `/event/${event.uuid}/answers?of=open&limit=100`);
    const listed = json.map(({ memberUuid }: { memberUuid: string }) => memberUuid).sort();
    expect(listed, where).toEqual(silent.map(({ member }) => member).sort());
  }
  const [one] = asking;
  if (one) {
    const { page } = await editor.get(`/app/events/${one.uuid}/answers?of=open`);
    const silent = model.people.filter((person) => model.isSilent(one, person)).length;
    expect(page, where).toMatch(new RegExp(`Noch keine Antwort\\W*${silent}\\b`));
  }
  for (const person of people) {
    const feed = await app.visitor().get(person.feed);
    const shown = entriesOf(feed.text).flatMap(({ summary }) => namesIn(summary));
    expect(shown.sort(), where).toEqual(model.inFeedOf(person));
    if (!person.linked) continue;
    const list = await person.browser.get('/app/events?whose=mine');
    expect(namesIn(list.page), where).toEqual(
      model.groups.size > 0 ? model.mineOf(person) : names(model.events),
    );
    const board = await person.browser.get('/app/?whose=all');
    const note =
      board.text.match(/<h2[^>]*>\d+ Antwort(?:en)? fehl(?:t|en)<\/h2>.*?<\/section>/s)?.[0] ?? '';
    expect(namesIn(note), where).toEqual(model.questionsTo(person));
  }
}

/** The events that a text names, each once. */
const namesIn = (text: string) =>
  [...new Set([...text.matchAll(/Termin-\d+-x/g)].map(([name]) => name))].sort();

describe('whom an event asks', () => {
  it('members, groups, events, answers and opt-outs at random: everything that asks is as the model says (U4)', async () => {
    const random = seeded(SEED);
    for (let round = 0; round < 2; round++) {
      const club = await setting();
      const done: string[] = [];
      for (let nth = 0; nth < STEPS; nth++) {
        done.push(await step(club, random, nth));
        if (nth % STEPS_COMPARED !== STEPS_COMPARED - 1) continue;
        // Half of them by turns: what one sees wrongly, they mostly still see the next time.
        const people = club.model.people.filter((_person, at) => at % 2 === nth % 2);
        const where = `seed ${SEED}, round ${round}:\n${done.slice(-12).join('\n')}`;
        await judge(club, people, where);
      }
      // What was compared is more than nothing.
      expect(club.model.events.length).toBeGreaterThan(2);
    }
  });

  it('two editors of a group and a sign-up at once: all of it is done, and none is asked who has answered (U2, U11)', async () => {
    for (let round = 0; round < 4; round++) {
      const club = await setting();
      const { organization, editor, model } = club;
      const [, one, two, three, four] = model.people;
      if (!one || !two || !three || !four) return expect.fail('nobody is there');
      const group = await app.make.group(organization, [
        { uuid: one.member },
        { uuid: two.member },
      ]);
      const event = await app.make.event(
        organization,
        { date: inDays(9) },
        { asks_answer: true, groups: [group.uuid] },
      );
      const other = await app.asUserOf(organization, ['EDIT_MEMBERS']);
      const members = `/app/groups/${group.uuid}/members`;
      const said = await Promise.all([
        editor.submit(members, { 'inQuestion[0]': one.member, 'members[0]': three.member }),
        other.submit(members, { 'inQuestion[0]': two.member, 'members[0]': four.member }),
        two.browser.call('PUT', `/event/${event.uuid}/answer`, { answer: 'yes' }),
        four.browser.call('PUT', `/event/${event.uuid}/answer`, { answer: 'yes' }),
      ]);
      expect(said.map(({ status }) => status)).toEqual([303, 303, 200, 200]);
      const listed = async (of: string) => {
        const { json } = await editor.call('GET', `/event/${event.uuid}/answers?of=${of}`);
        return json.map(({ memberUuid }: { memberUuid: string }) => memberUuid).sort();
      };
      // Two belongs to it no longer, and has said that they come.
      expect(await listed('open')).toEqual([three.member]);
      expect(await listed('yes')).toEqual([two.member, four.member].sort());
    }
  });
});
