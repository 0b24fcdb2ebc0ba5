import type { ComingVisible } from '~/features/organizations/fields';
import { mapped } from '~/kernel/columns';
import type { WallTime } from '~/kernel/time-fields';

/** The fields of an event; everything that reads, writes or shows them starts here. */

export const EVENT_TYPES = ['OPEN_EVENT', 'LIMITED_EVENT'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** How the fields of each type are stored. */
interface Values {
  /** A text, '' if there is none, on one line or on several, visible to all who see the event. */
  line: string;
  lines: string;
  /** 'YYYY-MM-DD' */
  day: string | null;
  /** 'HH:MM' of the club's own clock. */
  time: string | null;
  deadline: Date | null;
  yesNo: boolean;
  /** A whole number from 0. */
  count: number;
  visibility: ComingVisible;
  /** By UUID; none means everyone (U3). */
  groups: string[];
}

interface Named {
  readonly column: string;
  readonly label: string;
}

export type Detail = Named &
  (
    | { readonly type: 'line' | 'lines'; readonly max: number }
    | { readonly type: 'day' | 'time' | 'deadline' }
    | {
        readonly type: 'yesNo';
        readonly byDefault: boolean;
        readonly texts: Record<'yes' | 'no', string>;
      }
    | { readonly type: 'count'; readonly max: number; readonly byDefault: number }
    // By default, what its club decides.
    | { readonly type: 'visibility' | 'groups' }
  );

/** How many companions a member may bring at most. */
export const MAX_COMPANIONS = 9;

/** What the specification names (E4), each in its own way. */
const specified = {
  name: { column: 'name', label: 'Name' },
  date: { column: 'date', label: 'Datum' },
  eventType: { column: 'event_type', label: 'Art' },
  maxParticipants: { column: 'max_participants', label: 'Maximale Teilnehmerzahl' },
} as const satisfies Record<string, Named>;

/**
 * The other fields (J1, K1). A field that a call leaves out keeps its value, or gets the default in
 * a new event; null means the default (X1).
 */
const details = {
  groups: { column: 'groups', label: 'Für wen?', type: 'groups' },
  startTime: { column: 'start_time', label: 'Beginn', type: 'time' },
  /** An end never comes without a start. */
  endTime: { column: 'end_time', label: 'Ende', type: 'time' },
  /** If it is not the first day. */
  endDate: { column: 'end_date', label: 'Letzter Tag', type: 'day' },
  place: { column: 'place', label: 'Ort', type: 'line', max: 200 },
  description: { column: 'description', label: 'Beschreibung', type: 'lines', max: 10_000 },
  signUpUntil: { column: 'sign_up_until', label: 'Anmeldung bis', type: 'deadline' },
  signOffUntil: { column: 'sign_off_until', label: 'Abmeldung bis', type: 'deadline' },
  /** Whether an open event asks who comes (J3); false for a limited one. */
  asksAnswer: {
    column: 'asks_answer',
    label: 'Zu- und Absagen',
    type: 'yesNo',
    byDefault: false,
    texts: { yes: 'Mitglieder sagen zu oder ab', no: 'Ohne Zu- und Absagen' },
  },
  /** How many companions a member may bring. */
  companions: {
    column: 'companions',
    label: 'Begleitpersonen je Mitglied',
    type: 'count',
    max: MAX_COMPANIONS,
    byDefault: 0,
  },
  comingVisible: { column: 'coming_visible', label: 'Wer sieht, wer kommt', type: 'visibility' },
  waitingList: {
    column: 'waiting_list',
    label: 'Wenn alle Plätze belegt sind',
    type: 'yesNo',
    byDefault: true,
    texts: { yes: 'Mit Warteliste', no: 'Ohne Warteliste' },
  },
  /** Hours before the start until which free places are given to the waiting list automatically (K4). */
  promotionHours: {
    column: 'promotion_hours',
    label: 'Automatisch nachrücken bis',
    type: 'count',
    max: 168,
    byDefault: 24,
  },
} as const satisfies Record<string, Detail>;

type Details = typeof details;
export type DetailName = keyof Details;

export const eventDetails: Readonly<Record<DetailName, Detail>> = details;
export const { asksAnswer } = details;

const all = { ...specified, ...details };

/** The column of each field, in the order in which they are listed. */
export const fieldColumns = /* @__PURE__ */ mapped(all, ({ column }) => column) as {
  readonly [Name in keyof typeof all]: (typeof all)[Name]['column'];
};

export const labels = mapped(all, ({ label }): string => label);

export const DEADLINES = ['signUpUntil', 'signOffUntil'] as const;
export type Deadline = (typeof DEADLINES)[number];

export type EventDetails = { readonly [Name in DetailName]: Values[Details[Name]['type']] };

/** The details as given: forms use the club's clock, calls use moments. */
export type GivenDetails = {
  readonly [Name in DetailName]?: Details[Name]['type'] extends 'line' | 'lines'
    ? string
    : EventDetails[Name] | (Details[Name]['type'] extends 'deadline' ? WallTime : never) | null;
};

export interface EventFields extends EventDetails {
  readonly name: string;
  readonly date: string;
  readonly eventType: EventType;
  readonly maxParticipants: number;
}

/** A new event's default. @returns undefined if its club decides */
export function byDefault(detail: Detail): string | number | boolean | string[] | null | undefined {
  if ('byDefault' in detail) return detail.byDefault;
  if (detail.type === 'visibility') return undefined;
  if (detail.type === 'groups') return [];
  return isText(detail) ? '' : null;
}

export const DEFAULT_DETAILS = mapped(eventDetails, byDefault) as Omit<
  EventDetails,
  'comingVisible'
>;

type Text = Extract<Detail, { readonly max: number; readonly type: 'line' | 'lines' }>;
type TextName = {
  [Name in DetailName]: Details[Name]['type'] extends Text['type'] ? Name : never;
}[DetailName];

export function isText(detail: Detail): detail is Text {
  return detail.type === 'line' || detail.type === 'lines';
}

/** The texts of an event, on one line or on several. */
export const textsOf = (type: Text['type']): readonly TextName[] =>
  (Object.keys(details) as DetailName[]).filter(
    (name): name is TextName => details[name].type === type,
  );

/** The texts that count by length (docs/decisions/0009). */
export const longTexts = (fields: Partial<Pick<EventDetails, TextName>>): readonly string[] =>
  textsOf('lines').map((name) => fields[name] ?? '');

/** Whether any text is filled in. */
export const hasText = (fields: Pick<EventDetails, TextName>): boolean =>
  [...textsOf('line'), ...textsOf('lines')].some((name) => fields[name] !== '');
