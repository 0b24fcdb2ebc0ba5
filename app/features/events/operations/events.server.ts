import type { Database } from '#db/connection';
import { daysFrom } from '~/dates';
import { today } from '~/dates.server';
import { groupsAmong } from '~/features/groups/queries.server';
import { namedGroups } from '~/features/members/queries.server';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { announce, announceToAdded } from '~/features/outbox/queries/announcements.server';
import { deleteDates as deleteAhead } from '~/features/series/operations/changing.server';
import { likelyState, widthsOf } from '~/features/series/queries.server';
import { STATE_NAMES, type State } from '~/features/series/rule';
import { inState, storedFrequencyOf } from '~/features/series/wording';
import type { Scope } from '~/kernel/actor';
import { mapped } from '~/kernel/columns';
import { readPageAround } from '~/kernel/keyset.server';
import { inScope, operation } from '~/kernel/operation.server';
import { readInPieces } from '~/kernel/pieces.server';
import { invalid } from '~/kernel/problem';
import { BEFORE_ALL } from '~/paths/events';
import { fieldColumns, longTexts, textsOf } from '../fields';
import * as policy from '../policy';
import { reachOfEvent } from '../queries/reach.server';
import {
  type ClubEvent,
  eventInScope,
  eventsOf,
  eventWithAnswered,
  hasGroups,
  listedEvents,
} from '../queries.server';
import { blankEvent, selectClub, wallTimesOf } from '../resolving.server';
import { countTexts } from '../rules/budgets.server';
import { requireLed } from '../rules/leading.server';
import { insertEvent } from '../rules/making.server';
import * as schema from '../schema';
import { changedFields, type Saved, updateDates, updateOne } from '../updating.server';
import { namesOf } from '../view';
import {
  countsInWords,
  deletionInWords,
  forDates,
  GONE_GROUP,
  lossInWords,
  named,
  scopesOffered,
} from '../wording';

/**
 * The groups to choose from for an event (U3): those in use, for leaders their own, and those it
 * already has.
 */
async function choosableGroups(db: Database, scope: Scope, chosen: readonly string[]) {
  const isOffered = (uuid: string) => policy.editAll({ scope }) || scope.leads.includes(uuid);
  const all = await namedGroups(db, scope);
  const inUse = all.filter(
    ({ uuid, archivedAt }) => chosen.includes(uuid) || (!archivedAt && isOffered(uuid)),
  );
  const gone = chosen.filter((uuid) => all.every((group) => group.uuid !== uuid));
  return [
    ...inUse.map(({ uuid, name }) => ({ uuid, name })),
    ...gone.map((uuid) => ({ uuid, name: GONE_GROUP })),
  ];
}

/** Rows of the screen's list. */
const PAGE_SIZE = 80;

/** Days ahead after which the user's dates of a series are folded (U5). */
const FOLDED_AFTER = 28;

/** Past events above the next one, so that it is on the first screen (E1). */
const PAST_EVENTS = 2;
/** Events of earlier days above it, if the first of them still lasts. */
const EARLIER_EVENTS = 4;

export const readEventsPage = operation({
  summary: 'Read one page of the events, at first what comes next',
  input: schema.eventsPage,
  subject: scopeInOrganization,
  may: inScope,
  async read({
    db,
    input: { after, before, unfolded, whose, limit = PAGE_SIZE },
    subject: { scope },
  }) {
    const day = today();
    const fold =
      whose === 'mine' ? { from: day, until: daysFrom(day, FOLDED_AFTER), unfolded } : null;
    const events = listedEvents(db, scope, { whose, fold });
    const start = [day, '', BEFORE_ALL];
    const leadOf = (earlier: ReadonlyArray<{ over: boolean }>) =>
      Math.max(PAST_EVENTS, 1 + earlier.findLastIndex(({ over }) => !over));
    const part = { after, before, start, lead: EARLIER_EVENTS, leadOf, limit };
    const page = await readPageAround(db, events, schema.byDate, part);
    const anyGroups = page.rows[0]?.anyGroups ?? (await hasGroups(db, scope));
    return { ...page, whose: anyGroups ? whose : null, scope };
  },
});

export const listEvents = operation({
  summary: 'List the events of an organisation by date',
  input: schema.eventsList,
  subject: scopeInOrganization,
  may: inScope,
  read: ({ db, input: { cursor, limit }, subject }) =>
    readInPieces(db, eventsOf(db, subject.scope), schema.byDate, {
      after: cursor,
      limit,
      long: [
        ...textsOf('lines').map((name) => `events.${fieldColumns[name]}` as const),
        'events.cancel_reason',
      ],
    }),
});

export const readEvent = operation({
  summary: 'Read an event',
  input: schema.eventId,
  subject: eventInScope,
  may: inScope,
  read: ({ subject }) => subject.event,
});

export const readEventForEdit = operation({
  summary: 'Read an event in order to change or delete it',
  input: schema.eventId,
  subject: eventWithAnswered,
  may: policy.edit,
  async read({ db, actor, subject: { event, scope, isCountedOn, ownFields, rule } }) {
    const repeats = repeatsFromToday(event);
    const [wallTimes, choosable, widths, { following, ...reach }] = await Promise.all([
      wallTimesOf(db, event),
      choosableGroups(db, scope, event.groups),
      widthsAhead(db, event),
      reachOfEvent(db, repeats ? event : { ...event, series: null }, actor),
    ]);
    const differs = event.series ? ownFields : [];
    const { answered, open } = reach.all;
    const reaches = widths && scopesOffered(widths).following ? { ...reach, following } : reach;
    const told = isCountedOn || answered.reached + open.reached > 0 ? reaches : null;
    const forEveryone = policy.editAll({ scope });
    const rhythm = rule && storedFrequencyOf(rule);
    return { ...event, wallTimes, told, widths, differs, choosable, forEveryone, rhythm };
  },
});

export const readEventToStartWith = operation({
  summary: 'Read what the form for a new event shows: the defaults, or the copy of an event',
  input: schema.eventToStartWith,
  subject: scopeInOrganization,
  may: policy.create,
  async read({ db, actor, input: { organization, like }, subject: { scope } }) {
    const found = like ? await eventInScope({ db, actor }, { event: like }) : null;
    const [choosable, club] = await Promise.all([
      choosableGroups(db, scope, []),
      selectClub(db, organization)
        .select(['state as named', likelyState.as('state')])
        .executeTakeFirstOrThrow(),
    ]);
    const forEveryone = policy.editAll({ scope });
    const ofGroups = (groups: readonly string[]) => ({
      choosable,
      forEveryone,
      club: {
        state: club.state,
        /** 'in Bayern' if the club has chosen it; else the state is a guess. */
        named: club.named && inState(club.named as State),
        /** The names of all states, for those who may choose. */
        choices: club.named === null && forEveryone ? STATE_NAMES : null,
      },
      groups: groups.filter((group) => choosable.some(({ uuid }) => uuid === group)),
    });
    // A copy is for another day, so day-specific fields are not copied.
    if (found?.event.organization === organization)
      return { ...found.event, date: '', endDate: null, ...ofGroups(found.event.groups) };
    const blank = { ...blankEvent(club), name: '', date: '' };
    // A leader of one group usually makes events for it, and an event for a group asks it.
    const led = choosable.map(({ uuid }) => uuid).filter((group) => scope.leads.includes(group));
    const start = ofGroups(led.length === 1 ? led : []);
    const asksAnswer = start.groups.length > 0 || !forEveryone;
    return { ...blank, eventType: 'OPEN_EVENT' as const, asksAnswer, ...start };
  },
});

export const createEvent = operation({
  summary: 'Create an event',
  description:
    'The maximum counts only for limited events; without one it is 0. Times of day are those of the club; deadlines ' +
    'are moments, and lie before the start.',
  input: schema.newEvent,
  once: true,
  subject: scopeInOrganization,
  may: policy.create,
  async run({ db, actor, input, services: { limits }, subject }): Promise<ClubEvent> {
    const event = await insertEvent(db, actor, input, subject.scope, limits);
    await announce(db, actor, { kind: 'event_new', event: event.uuid });
    return event;
  },
  audit: ({ output }) => `${named(output)} angelegt`,
});

export const updateEvent = operation({
  summary: 'Change an event',
  description:
    'Lowering the maximum below the number of registrations takes nobody their place. Opening an event sets its ' +
    'maximum to 0. Beyond name, date and type, what is left out stays as it is, and null is the default: for the maximum 0. ' +
    'With `notify`, members who come or wait are told by mail if date, time or place change; with `notifyOpen` ' +
    'also those who are asked and have not answered. Members whom it concerns only since it is for other `groups` hear of it ' +
    'as of a new event. With `scope` following or all, what changes holds for later dates of its series, too, or for all that are to come, except where a date has ' +
    'been given its own; 422 at `listed` names dates with answers that would move, and at `unlisted` their ids, to be ' +
    'sent as `listed`.',
  input: schema.changedEvent,
  // What moves along with the day has moved once the same form comes again.
  once: true,
  edits: true,
  counts: writesFor,
  subject: eventInScope,
  may: policy.edit,
  async run({ db, actor, input, services: { limits }, subject, version }): Promise<Saved> {
    const { event: _uuid, belongsTo = subject.event.organization, scope, listed, ...rest } = input;
    const { notify = false, notifyOpen = false, ...given } = rest;
    if (belongsTo !== subject.event.organization) {
      throw invalid({ organization: ['Eine Veranstaltung kann den Verein nicht wechseln.'] });
    }
    const telling = notify ? { but: actor, open: notifyOpen } : null;
    const edit = { given, telling, version, powers: subject.scope };
    const { groups, organization } = subject.event;
    // Before the event, as for the deletion of a group.
    if (given.groups) await groupsAmong(db, organization, [...groups, ...given.groups]);
    const saved =
      scope === 'only'
        ? await updateOne(db, subject.event, edit)
        : await updateDates(db, subject.event, { ...edit, scope, listed });
    const { before, dates } = saved;
    if (before)
      await announceToAdded(db, actor, before, dates ? saved : { ...saved, series: null });
    await countTexts(db, actor, {
      limits,
      count: dates ?? 1,
      texts: longTexts(given),
    });
    return saved;
  },
  audit({ output }) {
    const { before = output, dates } = output;
    const changed = namesOf(changedFields(before, output));
    return changed && `${named(before)} geändert${forDates(dates)}: ${changed}`;
  },
});

export const readEventForDeletion = operation({
  summary: 'Read an event in order to delete it, and whether cancelling it would tell anybody',
  input: schema.eventId,
  subject: eventWithAnswered,
  may: policy.edit,
  async read({ db, subject: { event, isAnswered } }) {
    const { name, cancelledAt } = event;
    const widths = await widthsAhead(db, event);
    return {
      name,
      date: event.date,
      lost: lossInWords(event),
      wide: widths && {
        ...mapped(widths, deletionInWords),
        scopes: scopesOffered(widths),
      },
      couldBeCancelled: cancelledAt === null && isAnswered,
    };
  },
});

export const deleteEvent = operation({
  summary: 'Delete an event with its registrations, participations and polls',
  input: schema.eventId,
  once: true,
  subject: eventInScope,
  may: policy.edit,
  async run({ db, subject: { event, scope } }) {
    await deleteOne(db, scope, event);
    return { name: event.name };
  },
  audit: ({ subject }) => `${named(subject.event)} gelöscht`,
});

export const deleteDates = operation({
  summary: 'Delete an event, or with it later dates of its series or all that are to come',
  input: schema.datesToDelete,
  once: true,
  counts: writesFor,
  subject: eventInScope,
  may: policy.edit,
  async run({ db, actor, input: { scope, ...consent }, subject: { event, scope: powers } }) {
    const { name } = event;
    if (scope !== 'only')
      return { name, counts: await deleteAhead(db, actor, powers, event, { ...consent, scope }) };
    await deleteOne(db, powers, event);
    return { name, counts: null };
  },
  audit: ({ subject, output: { counts } }) =>
    counts
      ? `Termine der ${named({ name: subject.event.name })}: ${countsInWords(counts)}`
      : `${named(subject.event)} gelöscht`,
});

/** @throws Problem 403 if its groups have changed since it was read */
async function deleteOne(db: Database, scope: Scope, event: ClubEvent): Promise<void> {
  const now = await db
    .selectFrom('events')
    .select('groups')
    .where('uuid', '=', event.uuid)
    .forUpdate()
    .executeTakeFirst();
  if (now) requireLed(scope, [now]);
  await db.deleteFrom('events').where('uuid', '=', event.uuid).execute();
}

/** How many writes a change or deletion of possibly many dates counts as. */
function writesFor({ scope, ...input }: { scope: string; notifyOpen?: boolean }): number {
  return scope === 'only' ? schema.writesToTell(input) : schema.MANY_WRITES;
}

/** How many dates of its series an edit could be about; null if it is about this one alone. */
async function widthsAhead(db: Database, event: ClubEvent) {
  const { series, seriesDate } = event;
  if (series === null || seriesDate === null || !repeatsFromToday(event)) return null;
  return widthsOf(db, { series, seriesDate });
}

/** Past dates are only changed one by one. */
const repeatsFromToday = ({ series, date }: ClubEvent) => series !== null && date >= today();
