import { dayToText, monthToText, weekdayToText } from '~/dates';
import { eventInMonthPath, eventsFromPath, monthDayPath } from '~/paths/events';
import { followLink } from '~/ui/link';
import type { monthOf } from '../month-rows.server';
import { MANY, narrow, type OwnState, weeksOf } from '../month-view';

/** The fragment that leads to today. */
export const TODAY = 'heute';
/** The one that leads to the chosen day's list. */
const CHOSEN = 'tag';

type Month = ReturnType<typeof monthOf>;
type MonthTableProps = Omit<Month, 'whose' | 'previous' | 'next'>;
type MonthDay = Month['days'][number];
type DayEntry = MonthDay['entries'][number];

/** Of a group, and of dates without a coloured one: only their dots on phones are grey. */
const COLOR = 'oklch(64% 0.13 var(--hue))';
const GREY = 'var(--color-muted)';
const SWATCH = 'mr-2 inline-block size-3';

const FRAME = 'w-full table-fixed overflow-hidden rounded border border-line bg-card leaf figures';

/**
 * A month as weeks of days; in little room, days show symbols, and the chosen day's events are
 * listed below (month.css). Cells have no classes, so that full months stay small.
 */
export function MonthTable({ month, chosen, isNext, today, days, groups }: MonthTableProps) {
  const shown = new Map(days.map((each) => [each.day, each]));
  const weeks = weeksOf(month);
  const ofChosen = chosen ? shown.get(chosen) : undefined;
  const legend = legendOf(days);
  const weekdays = weeks[1]?.map(weekdayToText);
  return (
    <>
      <div className="month @container">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click. */}
        <table className={FRAME} onClick={followLink}>
          <caption className="visually-hidden">
            {`Veranstaltungen im ${monthToText(month)} ${month.slice(0, 4)}`}
          </caption>
          <thead>
            <tr>
              {weekdays?.map((weekday) => (
                <th className="text-xs text-muted" key={weekday} scope="col">
                  {weekday.slice(0, 2)}
                  <span>{weekday.slice(2)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: weeks keep their places.
              <tr key={nth}>
                {week.map((day) => (
                  <Day
                    key={day}
                    month={month}
                    day={day}
                    today={today}
                    isChosen={day === chosen}
                    of={shown.get(day)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {chosen && (
          <section className="month-day mt-2" id={CHOSEN} tabIndex={-1} aria-labelledby="day">
            {isNext && <p className="text-sm text-muted">Als Nächstes</p>}
            <h2 className="mb-2" id="day">{`${weekdayToText(chosen)}, ${dayToText(chosen)}`}</h2>
            {ofChosen ? (
              <Entries {...ofChosen} month={month} placed />
            ) : (
              <p className="text-muted">Nichts an diesem Tag.</p>
            )}
          </section>
        )}
        {legend && <p className="month-day text-sm text-muted">{legend}</p>}
      </div>
      {groups.length > 0 && (
        <ul
          className="-mt-2 flex flex-wrap gap-x-4 text-sm text-muted"
          aria-label="Farben der Gruppen"
        >
          {groups.map(([name, hue]) => (
            <li key={name} className={hue === null ? 'sm:hidden print:hidden' : undefined}>
              <svg
                className={hue === null ? SWATCH : `i-${hue} ${SWATCH}`}
                viewBox="0 0 2 2"
                aria-hidden="true"
              >
                <circle cx="1" cy="1" r="1" fill={hue === null ? GREY : COLOR} />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/**
 * The legend of a month's symbols: '✓ Sie sind dabei  ? Noch keine Antwort'. A space alone would not
 * let a line end before '?'.
 */
function legendOf(days: readonly MonthDay[]): string {
  const shown = new Set(days.flatMap(({ entries }) => entries.map(signOf)));
  return Object.entries(LEGEND)
    .flatMap(([sign, meaning]) => (shown.has(sign) ? `${sign} ${meaning}` : []))
    .map((entry) => entry.replaceAll(' ', '\u00A0'))
    .join('\u2003\u200B');
}

/** Without the dots, which say nothing more than that there is something. */
const LEGEND = {
  '✓': 'Sie sind dabei',
  '?': 'Noch keine Antwort',
  '◐': 'Warteliste',
  '✗': 'Sie haben abgesagt',
  '–': 'Fällt aus',
};

type DayProps = { month: string; day: string; today: string; isChosen: boolean; of?: MonthDay };

function Day({ month, day, today, isChosen, of }: DayProps) {
  const isToday = day === today;
  const isOther = !day.startsWith(month);
  const [number, name] = dayToText(day).split(' ');
  return (
    <td
      id={isToday ? TODAY : undefined}
      aria-current={isToday ? 'date' : undefined}
      data-tone={day < today ? 'past' : undefined}
      data-other={isOther ? '' : undefined}
    >
      <b className={isToday ? TODAYS : isOther ? 'text-muted' : undefined}>
        <i>{`${isToday ? 'Heute, ' : ''}${weekdayToText(day)}, `}</i>
        {number}
        <i>{` ${name}`}</i>
      </b>
      {of && <Entries {...of} month={month} />}
      <a href={`${monthDayPath(month, day)}#${CHOSEN}`} aria-current={isChosen || undefined}>
        <i>{of ? inShort(of) : `${dayToText(day)} ansehen`}</i>
      </a>
    </td>
  );
}

const TODAYS = 'rounded bg-green text-on-green';

/** A day's symbols in words. */
function inShort({ day, entries, more }: MonthDay): string {
  const all = more === MANY ? 'viele' : entries.length + more;
  const open = entries.some(({ state }) => state === 'open') ? ', noch keine Antwort' : '';
  return `${dayToText(day)}: ${all === 1 ? '1 Termin' : `${all} Termine`}${open}`;
}

type EntriesProps = MonthDay & {
  /** The month that is shown, to which the events lead back. */
  month: string;
  /** With where they are, for which cells have no room. */
  placed?: boolean;
};

function Entries({ month, day, entries, more, placed }: EntriesProps) {
  return (
    <ul>
      {entries.map((entry) => (
        <Entry key={entry.uuid} month={month} {...entry} place={placed ? entry.place : undefined} />
      ))}
      {more > 0 && (
        <li data-sign="+">
          <a className="font-normal text-green underline" href={eventsFromPath(day)}>
            {`${more === MANY ? 'viele' : more} weitere`}
            <i>{` am ${dayToText(day)}`}</i>
          </a>
        </li>
      )}
    </ul>
  );
}

const signOf = ({ cancelled, state }: DayEntry) => (cancelled ? '–' : state ? SIGNS[state] : '●');

function Entry({ month, ...entry }: DayEntry & { month: string }) {
  const { uuid, name, startTime, cancelled, series, groups, place, hues = [], state } = entry;
  const words = `${startTime ? `${startTime} ` : ''}${narrow(name)}`;
  return (
    <li data-sign={signOf(entry)} className={hues[0] === undefined ? undefined : `i-${hues[0]}`}>
      {hues.length > 1 && (
        <u>
          {hues.map((hue) => (
            <u key={hue} className={`i-${hue}`} />
          ))}
        </u>
      )}
      <a href={eventInMonthPath(uuid, month)} {...(series && SERIES)}>
        {cancelled ? <s>{words}</s> : words}
      </a>
      {groups && <span className="font-normal text-muted"> {narrow(groups)}</span>}
      {place && <span className="font-normal text-muted"> {place}</span>}
      {cancelled && CANCELLED}
      {state && STATES[state]}
    </li>
  );
}

const SERIES = { 'data-series': '', className: 'font-normal' };

/** The user's answer at a glance; colours are in month.css. */
const SIGNS: Readonly<Record<OwnState, string>> = {
  yes: '✓',
  going: '✓',
  waiting: '◐',
  open: '?',
  no: '✗',
};

/** Built once: a full month has more than a hundred. */
const CANCELLED = <span className="text-red"> Fällt aus</span>;
const STATES: Readonly<Record<OwnState, JSX.Element>> = {
  yes: inWords('✓\u00A0', 'Ange\u00ADmeldet'),
  going: inWords('✓\u00A0', 'Zugesagt'),
  waiting: inWords('◐\u00A0', 'Warteliste'),
  open: inWords('? ', 'Noch keine Antwort'),
  no: inWords('✗ ', 'Sie haben abgesagt'),
};

function inWords(sign: string, words: string) {
  return (
    <em>
      {` ${sign}`}
      <span>{words}</span>
    </em>
  );
}
