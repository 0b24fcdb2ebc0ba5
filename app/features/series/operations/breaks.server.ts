import { today } from '~/dates.server';
import * as policy from '~/features/events/policy';
import { MANY_WRITES } from '~/features/events/schema';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import { inScope, operation } from '~/kernel/operation.server';
import { conflict, notFound } from '~/kernel/problem';
import {
  breakInScope,
  bringBack,
  chooseState,
  deleteEventsWithin,
  eventsInBreaks,
  holdBreaks,
} from '../breaks.server';
import type { NamedDays } from '../planning.server';
import { breaksOf } from '../queries.server';
import { STATE_NAMES } from '../rule';
import { breakId, chosenState, newBreak } from '../schema';
import { schoolHolidaysIn } from '../school-holidays.server';
import { breakNamed, inState, stateChosen } from '../wording';

const [FIRST_DAY, LAST_DAY] = ['1900-01-01', '9999-12-31'];
const MOST_BREAKS = 200;

export const listBreaks = operation({
  summary: 'List the breaks of an organisation',
  description: `By their first day; there are at most ${MOST_BREAKS}.`,
  input: organizationId,
  subject: scopeInOrganization,
  may: inScope,
  async read({ db, subject: { scope } }) {
    const { organization } = scope;
    const { own } = await breaksOf(db, organization, FIRST_DAY, LAST_DAY);
    return own.map((days) => ({ ...days, organization }));
  },
});

export const readBreaks = operation({
  summary: 'Read the breaks of an organisation, and which events of series take place in them',
  input: organizationId,
  subject: scopeInOrganization,
  may: policy.editAll,
  async read({ db, subject: { scope } }) {
    const { own, state } = await breaksOf(db, scope.organization, FIRST_DAY, LAST_DAY);
    const day = today();
    const school = schoolHolidaysIn(state).filter(({ until }) => until >= day);
    const events = await eventsInBreaks(db, scope.organization, [...own, ...school]);
    const withEvents = <Break extends NamedDays>(each: Break, at: number) => ({
      ...each,
      past: each.until < day,
      events: events
        .filter((event) => event.at === at)
        .map(({ uuid, name, date }) => ({ uuid, name, date })),
    });
    return {
      state,
      where: state && inState(state),
      choices: { '': 'Keines', ...STATE_NAMES },
      own: own.map(withEvents),
      school: school.map((each, at) => withEvents(each, own.length + at)),
    };
  },
});

export const createBreak = operation({
  summary: 'Enter a break, such as school holidays',
  description:
    'Series that leave out breaks have no events then: those from tomorrow on are deleted, unless somebody has answered ' +
    'them or changed them alone. Deleting the break brings them back.',
  input: newBreak,
  once: true,
  counts: () => MANY_WRITES,
  subject: scopeInOrganization,
  may: policy.editAll,
  async run({ db, input, subject: { scope } }) {
    const { organization } = scope;
    const { name, from, until } = input;
    await holdBreaks(db, organization, 'alone');
    const { count } = await db
      .selectFrom('breaks')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('organization_uuid', '=', organization)
      .executeTakeFirstOrThrow();
    if (count >= MOST_BREAKS)
      throw conflict(
        `Mehr als ${MOST_BREAKS} Ferien und Pausen gehen nicht. Bitte löschen Sie alte.`,
      );
    const { uuid } = await db
      .insertInto('breaks')
      .values({ organization_uuid: organization, name, from_date: from, until_date: until })
      .returning('uuid')
      .executeTakeFirstOrThrow();
    const days = { name, from, until };
    const effect = await deleteEventsWithin(db, organization, [days]);
    return { uuid, organization, ...days, ...effect };
  },
  audit: ({ output }) => `${breakNamed(output)} eingetragen`,
});

export const readBreak = operation({
  summary: 'Read a break in order to delete it',
  input: breakId,
  subject: breakInScope,
  may: policy.editAll,
  read: ({ subject }) => subject.days,
});

export const deleteBreak = operation({
  summary: 'Delete a break',
  description: 'The events of series that were left out for it come back, from tomorrow on.',
  input: breakId,
  once: true,
  counts: () => MANY_WRITES,
  subject: breakInScope,
  may: policy.editAll,
  async run({ db, subject: { scope, days } }) {
    await holdBreaks(db, scope.organization, 'alone');
    const { numDeletedRows } = await db
      .deleteFrom('breaks')
      .where('uuid', '=', days.uuid)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw notFound();
    await bringBack(db, scope.organization);
    return days;
  },
  audit: ({ output }) => `${breakNamed(output)} gelöscht`,
});

export const setState = operation({
  summary: 'Say in which German state an organisation is',
  input: chosenState,
  counts: () => MANY_WRITES,
  subject: scopeInOrganization,
  may: policy.editAll,
  async run({ db, input: { organization, state } }) {
    await holdBreaks(db, organization, 'alone');
    return { state, ...(await chooseState(db, organization, state)) };
  },
  audit: ({ output }) => (output.changed ? stateChosen(output.state) : null),
});
