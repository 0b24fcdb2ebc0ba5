import { z } from 'zod';
import { membersPage } from '~/features/members/schema';
import { COMING_VISIBLE, MOST_GROUPS } from '~/features/organizations/fields';
import { mapped } from '~/kernel/columns';
import {
  day,
  fewerRows,
  id,
  ids,
  limit,
  optionalText,
  requiredText,
  textIfGiven,
  typedInteger,
  typedText,
  wholeNumber,
  yesOrNo,
} from '~/kernel/fields';
import { orderedBy, readable } from '~/kernel/keyset';
import { moment, timeOfDay, typedDay, typedTime, typedWallTime } from '~/kernel/time-fields';
import {
  type Detail,
  type DetailName,
  EVENT_TYPES,
  type EventType,
  eventDetails,
  type GivenDetails,
} from './fields';

/** Maximum of days from an event's first to its last day (J13, 0006-events.sql). */
export const MOST_DAYS = 60;

export const MAX_PARTICIPANTS = 999_999_999_999_999;

const maxParticipants = wholeNumber(0, MAX_PARTICIPANTS);
const comingVisible = z.enum(COMING_VISIBLE, 'Bitte wählen, wer sieht, wer kommt.');
const groups = ids(MOST_GROUPS).transform((given) => [...new Set(given)].sort());

/** The details as calls give them. */
const details = mapped(eventDetails, given) as {
  [Name in DetailName]: z.ZodOptional<z.ZodType<Exclude<GivenDetails[Name], undefined>>>;
};

function given(detail: Detail): z.ZodType {
  switch (detail.type) {
    case 'line':
    case 'lines':
      return textIfGiven({ max: detail.max, lines: detail.type === 'lines' });
    case 'day':
      return day.nullish();
    case 'time':
      return timeOfDay.nullish();
    case 'deadline':
      return moment.nullish();
    case 'yesNo':
      return yesOrNo.nullish();
    case 'count':
      return wholeNumber(0, detail.max).nullish();
    case 'visibility':
      return comingVisible.nullish();
    case 'groups':
      return groups.nullish();
  }
}

/** The fields of the form (E4, J1). The maximum counts only for limited events. */
const fields = {
  name: requiredText(200, 'Bitte einen Namen eingeben.'),
  date: day,
  eventType: z.enum(EVENT_TYPES, 'Bitte eine Art wählen.'),
  maxParticipants: maxParticipants.nullish(),
  ...details,
};

export const newEvent = z.strictObject({ organization: id, ...fields });

/** For a repeating event: this date only, later ones too, or all future dates (L5). */
export const SERIES_SCOPES = ['only', 'following', 'all'] as const;
export type SeriesScope = (typeof SERIES_SCOPES)[number];

/** Twice as many as a series has ahead of it. */
export const MOST_LISTED = 400;

const scope = z.enum(SERIES_SCOPES, 'Bitte wählen.').default('only');

/** What happens to dates with answers that a series no longer has (L6). */
const FATES = ['keep', 'cancel'] as const;
export type Fate = (typeof FATES)[number];

/** How many writes it counts as to create, change or delete many dates at once. */
export const MANY_WRITES = 20;

/** The dates that were shown before changing many, and what should happen to them. */
export const consent = {
  /** Dates with answers. */
  listed: ids(MOST_LISTED).default([]),
  answered: z.enum(FATES, 'Bitte wählen.').default('keep'),
};

export const changedEvent = z.strictObject({
  event: id,
  ...fields,
  /** The organisation as a call names it; an event cannot move. */
  belongsTo: id.optional(),
  /** Tells members who count on it by mail, if date, time or place change (J10). */
  notify: yesOrNo.optional(),
  /** Also those who are asked and have not answered (U7). */
  notifyOpen: yesOrNo.optional(),
  scope,
  listed: consent.listed,
});

export type GivenFields = Omit<z.output<typeof newEvent>, 'organization'>;

const MAXIMUM_MISSING = {
  path: ['maxParticipants'],
  message: `Bitte die Höchstzahl eingeben, eine ganze Zahl von 0 bis ${MAX_PARTICIPANTS}.`,
};

function hasItsMaximum(event: { eventType: EventType; maxParticipants?: number }): boolean {
  return event.eventType === 'OPEN_EVENT' || event.maxParticipants !== undefined;
}

const yesNo = z.enum(['yes', 'no'], 'Bitte wählen.');

/** A checkbox, which is not posted if unticked. */
const box = yesNo.optional().transform((ticked) => ticked === 'yes');

/** Hidden fields of the form for a copy; if left out, they keep their values. */
const chosen = yesNo.transform((choice) => choice === 'yes').optional();

/** As people type them. An emptied field counts as left out, so both mean the default. */
const typed = {
  // Whatever it is, it refuses no open event, where it is not in sight (E4).
  maxParticipants: typedInteger(maxParticipants).optional().catch(undefined),
  ...(mapped(eventDetails, typedDetail) as {
    [Name in DetailName]: z.ZodOptional<z.ZodType<Exclude<GivenDetails[Name], undefined>>>;
  }),
};

function typedDetail(detail: Detail, name: DetailName): z.ZodType {
  switch (detail.type) {
    case 'line':
    case 'lines':
      return typedText({ max: detail.max, lines: detail.type === 'lines' });
    case 'day':
      return typedDay;
    case 'time':
      return typedTime;
    case 'deadline':
      return typedWallTime;
    case 'yesNo':
      return name === 'asksAnswer' ? box : chosen;
    case 'count': {
      const count = typedInteger(wholeNumber(0, detail.max));
      return name === 'promotionHours' ? count.optional() : count.default(detail.byDefault);
    }
    case 'visibility':
      return comingVisible.optional();
    case 'groups':
      return groups.default([]);
  }
}

/**
 * The screens require the maximum of a limited event; in a call, leaving it out means none, or no
 * change.
 */
export const newEventForm = newEvent.extend(typed).refine(hasItsMaximum, MAXIMUM_MISSING);
export const changedEventForm = changedEvent
  .omit({ belongsTo: true })
  .extend({ ...typed, notifyOpen: chosen })
  .refine(hasItsMaximum, MAXIMUM_MISSING);

export const eventId = z.strictObject({ event: id });

export const datesToDelete = eventId.extend({ scope, ...consent });

export const cancellation = eventId.extend({
  reason: optionalText(500),
  /** Also tells those who are asked and have not answered (U7). */
  notifyOpen: yesOrNo.optional(),
});
export const cancellationForm = cancellation.extend({ notifyOpen: chosen });

/** How many writes it counts as to tell what may be a whole club. */
export const writesToTell = ({ notifyOpen = false }: { notifyOpen?: boolean | undefined }) =>
  notifyOpen ? MANY_WRITES : 1;

/** The event to copy for a new one; a wrong id in the address is ignored. */
export const eventToStartWith = z.strictObject({
  organization: id,
  like: id.optional().catch(undefined),
});

/** The order of the events: by date, then by time. */
export const byDate = orderedBy(
  [
    { field: 'date', type: 'date' },
    { field: 'startTime', column: 'start_time', type: 'time' },
    { field: 'uuid', type: 'uuid' },
  ],
  {
    codec: {
      ...readable,
      encode: (key) => readable.encode(key.filter((value) => value !== '')),
      decode(text) {
        const [date, ...rest] = text.split('_');
        return rest.length === 1 ? [date, '', ...rest] : [date, ...rest];
      },
    },
  },
);

/** The order of an event's registrations: as they came. */
export const byEntry = orderedBy([
  { field: 'at', column: 'created_at', type: 'microseconds' },
  { field: 'member', column: 'member_uuid', type: 'uuid' },
]);

const cursor = byDate.cursor.optional();

/** Whose events lists show: all, or those that concern the user or that they answered (U5). */
export const whose = z.enum(['all', 'mine']).catch('all');
export type Whose = z.output<typeof whose>;

/** A page of the screen's list: after or before a cursor, else what comes next (E1). */
export const eventsPage = z.strictObject({
  organization: id,
  after: cursor,
  before: cursor,
  /** An event whose series is unfolded. */
  unfolded: id.optional().catch(undefined),
  whose,
  limit: fewerRows,
});

/** A month 'YYYY-MM' of the years that days may have; anything else is no month (M9). */
const month = z
  .string()
  .regex(/^(19|[2-9]\d)\d\d-(0[1-9]|1[0-2])$/)
  .optional()
  .catch(undefined);

/** A month of the calendar, by default the present one (M7). */
export const monthPage = z.strictObject({
  organization: id,
  month,
  day: day.optional().catch(undefined),
  whose,
});

export const eventsList = z.strictObject({ organization: id, limit: limit.optional(), cursor });

const members = ids(100_000);

/** Those in `participated` alone were there, those in `inQuestion` alone were not (E6); in both, no change. */
export const participations = z.strictObject({
  event: id,
  inQuestion: members,
  participated: members,
});

/** The order of an event's members on screen: by section (see `Attendee.section`), then by name. */
export const byRegistration = orderedBy([
  { field: 'section', type: 'number' },
  { field: 'lastName', type: 'text' },
  { field: 'firstName', type: 'text' },
  { field: 'uuid', type: 'uuid' },
]);

/** Members on one list; a larger club gets pages. */
export const MEMBERS_ON_ONE_LIST = 1000;

const rows = ids(MEMBERS_ON_ONE_LIST);
const memberCursor = z.string().max(2000).optional();

/** The screen's form: one page of a long list, and what to show once that is saved. */
export const participationForm = z.strictObject({
  event: id,
  inQuestion: rows,
  participated: rows,
  q: optionalText(200),
  search: z.string().max(1).optional(),
  membersAfter: memberCursor,
  membersBefore: memberCursor,
});

const member = byRegistration.cursor.optional();
const page = { membersAfter: member, membersBefore: member };

export const participationPage = z.strictObject({ event: id, q: membersPage.shape.q, ...page });

/** The list for paper: those awaited or who took part, or all members. */
export const attendanceSheet = z.strictObject({
  event: id,
  of: z.enum(['registered', 'all']).default('all'),
  ...page,
});
