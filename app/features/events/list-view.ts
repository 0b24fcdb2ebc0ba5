import { daysBetween, daysFrom } from '~/dates';
import type { Places } from './wording';

/** A letter for each state of a row. */
const FLAGS = {
  past: 'p',
  registered: 'r',
  /** One of the polls waits for an answer. */
  unanswered: 'u',
  declined: 'd',
  /** Full, with a waiting list that the user can join. */
  joins: 'j',
  cancelled: 'c',
  /** Its time of the day has come; an event without one never begins. */
  begun: 'b',
  /** Signing up is over: it has begun, or a deadline has passed (J6). */
  closed: 'f',
  /** The user can say yes, if there is room. */
  signsUp: 'y',
  /** The user can take their yes back. */
  signsOff: 'n',
  /** After the user's last day, when nobody can say yes for them. */
  afterLeaving: 'x',
  /** An open event that asks who comes; `taken` is how many do. */
  asks: 'a',
  series: 's',
  /** It does not concern the user: they are welcome, and not asked (U4). */
  others: 'o',
  /** It takes place today, or lasts until then. */
  today: 't',
  tomorrow: 'm',
  /** The user leads its groups, and has an event editor's rights for it. */
  led: 'l',
} as const;
type Flags = Readonly<Record<keyof typeof FLAGS, boolean>>;
const FLAG_NAMES = Object.keys(FLAGS) as Array<keyof Flags>;

/** A row of the list, with just what it shows. */
export interface EventRow extends Flags, Partial<Places> {
  readonly uuid: string;
  readonly name: string;
  /** 'YYYY-MM-DD' */
  readonly date: string;
  /** On the waiting list, from 1; 0 for members who do not wait. */
  readonly position: number;
  readonly polls: number;
  /** 'HH:MM' */
  readonly startTime: string | null;
  /** Its groups and place, cut to fit into a row. */
  readonly place: string;
  /** 'und 24 weitere Dienstage': dates of its series that are folded behind it; '' for none. */
  readonly further: string;
}

const DAY_ZERO = '1970-01-01';

/**
 * The rows as one text: they are sent to the browser twice, as markup and as data, and objects
 * would cost a kilobyte more. A row holds the days since the one above: full dates would cost a
 * quarter of a kilobyte. Names and places have neither tabs nor line breaks.
 */
export function packed(rows: readonly EventRow[]): string {
  const lines = rows.map((row, at) => {
    const { uuid, name, date, max, taken, polls, startTime, place, further, position } = row;
    const days = daysBetween(rows[at - 1]?.date ?? DAY_ZERO, date);
    const flags = FLAG_NAMES.map((flag) => row[flag] && FLAGS[flag]).filter(Boolean);
    const state = [
      flags.join(''),
      max,
      taken,
      polls || '',
      startTime,
      place,
      further,
      position || '',
    ];
    return [uuid, name, days, ...state].join('\t').trimEnd();
  });
  return lines.join('\n');
}

export function unpacked(text: string): EventRow[] {
  if (text === '') return [];
  let date = DAY_ZERO;
  return text.split('\n').map((line) => {
    const [uuid = '', name = '', days, letters = '', ...rest] = line.split('\t');
    const [max, taken, polls = '', startTime = '', place = '', further = '', position = ''] = rest;
    const flags = FLAG_NAMES.map((flag) => [flag, letters.includes(FLAGS[flag])]);
    date = daysFrom(date, Number(days));
    return {
      uuid,
      name,
      date,
      ...(Object.fromEntries(flags) as Flags),
      polls: Number(polls),
      ...(max && { max: Number(max) }),
      ...(taken && { taken: Number(taken) }),
      startTime: startTime || null,
      place,
      further,
      position: Number(position),
    };
  });
}
