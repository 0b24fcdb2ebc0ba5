import { programText } from '~/features/accounts/rules/device-text';

/** Pure parts of a report: formatting values, and removing others' names from log entries. */

const PERSON = /(?:Mitglied|Benutzer|Konto|von|für) „/u;
/** Instead of a name. */
const SOMEBODY = '„…“';

/** Closing quotation marks that a name may have in it, and one at its end. */
const CLOSINGS = 4;

/**
 * An entry of the log without the names of others. Anything that begins like a person other than
 * the report's subject loses everything up to the last quotation mark, as a name may contain some.
 * Takes time by the entry's length, whatever the number of names.
 * @param names the person's own, as 'Anna Lindner'
 */
export function withoutOthers(action: string, names: ReadonlySet<string>): string {
  const own: string[] = [];
  let marked = '';
  let at = 0;
  for (
    let open = action.indexOf('„');
    open >= 0;
    open = action.indexOf('„', Math.max(at, open + 1))
  ) {
    const close = closingOf(action, open, names);
    if (close < 0) continue;
    // No text of ours has this character.
    marked += `${action.slice(at, open)}\0${own.length}\0`;
    own.push(action.slice(open, close + 1));
    at = close + 1;
  }
  marked += action.slice(at);
  const start = PERSON.exec(marked);
  const end = marked.lastIndexOf('“');
  const cut =
    start && end > start.index
      ? `${marked.slice(0, start.index + start[0].length - 1)}${SOMEBODY}${marked.slice(end + 1)}`
      : marked;
  return cut.replace(/\0(\d+)\0/g, (_mark, nth) => own[nth] ?? '');
}

/** The end of the name that begins there; -1 if there is none. */
function closingOf(action: string, open: number, names: ReadonlySet<string>): number {
  let close = open;
  for (let nth = 0; nth < CLOSINGS; nth++) {
    close = action.indexOf('“', close + 1);
    if (close < 0 || names.has(action.slice(open + 1, close))) return close;
  }
  return -1;
}

/** How a value is written for people. */
export type Format =
  | 'text'
  /** A day, 'YYYY-MM-DD'. */
  | 'day'
  /** A moment, in the report's time zone. */
  | 'moment'
  | 'yesNo'
  /** What a program says about itself; files have it whole. */
  | 'program'
  /** How many things a list has. */
  | 'count'
  /** A word of the program; each has its German. */
  | Readonly<Record<string, string>>;

/**
 * Writes values for people; '' for what there is none of.
 * @param zone by which moments are written, an IANA name
 */
export function writerFor(zone: string): (value: unknown, as?: Format) => string {
  const moment = new Intl.DateTimeFormat('de', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  });
  const day = new Intl.DateTimeFormat('de', { dateStyle: 'medium', timeZone: 'UTC' });
  return function write(value: unknown, as: Format = 'text'): string {
    if (as === 'yesNo') return value === null || value === false ? 'nein' : 'ja';
    if (as === 'count') return Array.isArray(value) && value.length > 0 ? `${value.length}` : '';
    if (value === null || value === undefined) return '';
    if (Array.isArray(value)) return value.map((each) => write(each, as)).join(', ');
    const text = String(value);
    if (as === 'program') return programText(text);
    if (as === 'moment') return moment.format(new Date(text));
    if (as === 'day') return day.format(new Date(text));
    return typeof as === 'object' ? (as[text] ?? text) : text;
  };
}
