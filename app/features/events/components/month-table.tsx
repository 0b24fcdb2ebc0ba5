import { dayToText, monthToText, weekdayToText } from '~/dates';
import { eventInMonthPath, eventsFromPath } from '~/paths/events';
import { hyphenated } from '~/ui/hyphenation';
import { followLink } from '~/ui/link';
import { type DayEntry, MANY, type MonthDay, type OwnState, weeksOf } from '../month-view';

/** The fragment that leads to the present day. */
export const TODAY = 'heute';

type MonthTableProps = {
  /** 'YYYY-MM' */
  month: string;
  /** The present day, if it is one of this month. */
  today?: string;
  days: readonly MonthDay[];
};

const FRAME =
  'w-full table-fixed overflow-hidden rounded border border-line bg-card leaf figures ' +
  'border-separate [border-spacing:0]';

/**
 * A month as weeks of days; where there is little room, a list of the days that have events
 * (month.css). Cells have no classes, so that full months stay small.
 */
export function MonthTable({ month, today, days }: MonthTableProps) {
  const shown = new Map(days.map((each) => [each.day, each]));
  const weeks = weeksOf(month);
  const weekdays = weeks[1]?.map((day) => weekdayToText(day ?? ''));
  return (
    <div className="@container">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click. */}
      <table className={`month ${FRAME}`} onClick={followLink}>
        <caption className="visually-hidden">
          {`Veranstaltungen im ${monthToText(month)} ${month.slice(0, 4)}`}
        </caption>
        <thead>
          <tr>
            {weekdays?.map((weekday) => (
              <th className="px-2 py-1 text-left text-sm text-muted" key={weekday} scope="col">
                {weekday}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: weeks keep their places.
            <tr key={nth}>
              {week.map((day, weekday) =>
                day ? (
                  <Day key={day} day={day} isToday={day === today} of={shown.get(day)} />
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: days of other months have no name.
                  <td key={weekday} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Day({ day, isToday, of }: { day: string; isToday: boolean; of?: MonthDay }) {
  const [number, name] = dayToText(day).split(' ');
  return (
    <td id={isToday ? TODAY : undefined} aria-current={isToday ? 'date' : undefined}>
      <b className={isToday ? 'rounded bg-green text-on-green' : undefined}>
        <i>{`${isToday ? 'Heute, ' : ''}${weekdayToText(day)}, `}</i>
        {number}
        <i>{` ${name}`}</i>
      </b>
      {of && (
        <ul>
          {of.entries.map((entry) => (
            <Entry key={entry.uuid} month={day.slice(0, 7)} {...entry} />
          ))}
          {of.more > 0 && (
            <li>
              <a className="font-normal text-green underline" href={eventsFromPath(day)}>
                {`${of.more === MANY ? 'viele' : of.more} weitere`}
                <i>{` am ${dayToText(day)}`}</i>
              </a>
            </li>
          )}
        </ul>
      )}
    </td>
  );
}

function Entry({ month, uuid, name, startTime, cancelled, series, groups, state }: EntryProps) {
  const words = `${startTime ? `${startTime} ` : ''}${hyphenated(name, MONTHS_WORD)}`;
  return (
    <li>
      <a href={eventInMonthPath(uuid, month)} {...(series && SERIES)}>
        {series && <i>Serie: </i>}
        {cancelled ? <s>{words}</s> : words}
      </a>
      {groups && <span className={`${STATE}text-muted`}> {hyphenated(groups, MONTHS_WORD)}</span>}
      {cancelled && CANCELLED}
      {state && STATES[state]}
    </li>
  );
}

type EntryProps = DayEntry & { month: string };

/** Words of so many letters may not fit into a day. */
const MONTHS_WORD = 15;

const SERIES = { 'data-icon': 'series', className: 'font-normal' };

const STATE = 'block text-xs ';

/** Built once: a full month has more than a hundred. */
const CANCELLED = <span className={`${STATE}text-red`}> Fällt aus</span>;
const STATES: Readonly<Record<OwnState, JSX.Element>> = {
  yes: <span className={`${STATE}text-green`}> ✓ Angemeldet</span>,
  going: <span className={`${STATE}text-green`}> ✓ Zugesagt</span>,
  waiting: <span className={`${STATE}text-orange`}> … Warteliste</span>,
  open: <span className={`${STATE}text-orange`}> ? Noch keine Antwort</span>,
  no: <span className={`${STATE}text-muted`}> ✗ Sie haben abgesagt</span>,
};
