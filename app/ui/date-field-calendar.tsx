import * as datePicker from '@zag-js/date-picker';
import { normalizeProps, useMachine } from '@zag-js/react';
import { useEffect, useId, useRef } from 'react';
import { IconChevronLeft, IconChevronRight } from './icons';

export type CalendarProps = {
  /**
   * Elements of the date field: what the calendar opens under, and the button that has the focus
   * afterwards.
   */
  ids: { control: string; trigger: string };
  /** YYYY-MM-DD or null. */
  value: string | null;
  onSelect: (date: string) => void;
  onClose: () => void;
};

const views = { day: 'Monat', month: 'Jahr', year: 'Jahrzehnt' } as const;

// The library's labels are English.
const translations: datePicker.IntlTranslations = {
  content: 'Kalender',
  dayCell: (day) => (day.selected ? `${day.valueText}, ausgewählt` : day.valueText),
  trigger: () => 'Kalender',
  prevTrigger: (view) =>
    ({ day: 'Voriger Monat', month: 'Voriges Jahr', year: 'Voriges Jahrzehnt' })[view],
  nextTrigger: (view) =>
    ({ day: 'Nächster Monat', month: 'Nächstes Jahr', year: 'Nächstes Jahrzehnt' })[view],
  viewTrigger: (view, next) =>
    next === undefined || next === view
      ? views[view]
      : next === 'month'
        ? 'Monat wählen'
        : 'Jahr wählen',
};

/**
 * The calendar of a date field (E4): weeks from Monday with the weekend set apart, months as 4 rows
 * of 3, the 10 years of a decade; it moves by 1 month, 1 year or 10 years. Opens with the focus on
 * the chosen day or today.
 */
export function Calendar({ ids, value, onSelect, onClose }: CalendarProps) {
  const content = useRef<HTMLDivElement>(null);
  const service = useMachine(datePicker.machine, {
    id: useId(),
    ids,
    locale: 'de',
    timeZone: 'UTC',
    startOfWeek: 1,
    open: true,
    value: value === null ? [] : [datePicker.parse(value)],
    translations,
    positioning: { placement: 'bottom-end', strategy: 'fixed', gutter: 4 },
    onValueChange: ({ value: [day] }) => {
      if (!day) return;
      onSelect(day.toString());
      close();
    },
    onOpenChange: ({ open }) => {
      if (!open) close();
    },
  });
  const calendar = datePicker.connect(service, normalizeProps);
  const { view } = calendar;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each view takes the focus to its current cell.
  useEffect(() => {
    content.current
      ?.querySelector<HTMLElement>('[data-part=table-cell-trigger][data-focus]')
      ?.focus();
  }, [view]);

  function close() {
    onClose();
    document.getElementById(ids.trigger)?.focus();
  }

  return (
    <div {...calendar.getPositionerProps()}>
      <div
        {...calendar.getContentProps()}
        ref={content}
        className="calendar"
        role="dialog"
        aria-roledescription={undefined}
      >
        <div className="calendar-head">
          <button {...calendar.getPrevTriggerProps({ view })}>
            <IconChevronLeft />
          </button>
          <ViewTrigger calendar={calendar} />
          <button {...calendar.getNextTriggerProps({ view })}>
            <IconChevronRight />
          </button>
        </div>
        {view === 'day' && <Days calendar={calendar} />}
        {view === 'month' && <Months calendar={calendar} />}
        {view === 'year' && <Years calendar={calendar} />}
      </div>
    </div>
  );
}

type ViewProps = { calendar: datePicker.Api };

/**
 * Names what is shown and leads to the next larger view; its accessible name holds both (WCAG
 * 2.5.3).
 */
function ViewTrigger({ calendar }: ViewProps) {
  const props = calendar.getViewTriggerProps({ view: calendar.view });
  const shown = heading(calendar);
  return (
    <button {...props} aria-label={`${shown}, ${props['aria-label']}`}>
      {shown}
    </button>
  );
}

function heading(calendar: datePicker.Api): string {
  if (calendar.view === 'day') return calendar.visibleRangeText.start;
  if (calendar.view === 'month') return String(calendar.visibleRange.start.year);
  const { start, end } = calendar.getDecade();
  return `${start} – ${end}`;
}

function Days({ calendar }: ViewProps) {
  return (
    <table {...calendar.getTableProps({ view: 'day' })} aria-roledescription={undefined}>
      <thead {...calendar.getTableHeaderProps({ view: 'day' })} aria-hidden={undefined}>
        <tr {...calendar.getTableRowProps({ view: 'day' })}>
          {calendar.weekDays.map((day, index) => (
            <th
              key={day.long}
              scope="col"
              abbr={day.long}
              data-weekend={index > 4 ? '' : undefined}
            >
              {day.short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...calendar.getTableBodyProps({ view: 'day' })}>
        {calendar.weeks.map((week) => (
          <tr key={String(week[0])} {...calendar.getTableRowProps({ view: 'day' })}>
            {week.map((value) => (
              <td key={String(value)} {...calendar.getDayTableCellProps({ value })}>
                <div
                  {...calendar.getDayTableCellTriggerProps({ value })}
                  data-weekend={isWeekend(value) ? '' : undefined}
                >
                  {value.day}
                </div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Days 0 and 6 of the week, whatever the browser's locale data says (E4). */
function isWeekend(value: datePicker.DateValue): boolean {
  const day = value.toDate('UTC').getUTCDay();
  return day === 0 || day === 6;
}

function Months({ calendar }: ViewProps) {
  return (
    <table
      {...calendar.getTableProps({ view: 'month', columns: 3 })}
      aria-roledescription={undefined}
    >
      <tbody {...calendar.getTableBodyProps({ view: 'month' })}>
        {calendar.getMonthsGrid({ columns: 3, format: 'long' }).map((row) => (
          <tr key={row[0]?.value} {...calendar.getTableRowProps({ view: 'month' })}>
            {row.map((month) => (
              <td key={month.value} {...calendar.getMonthTableCellProps({ ...month, columns: 3 })}>
                <div {...calendar.getMonthTableCellTriggerProps({ ...month, columns: 3 })}>
                  {month.label}
                </div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Years({ calendar }: ViewProps) {
  return (
    <table
      {...calendar.getTableProps({ view: 'year', columns: 4 })}
      aria-roledescription={undefined}
    >
      <tbody {...calendar.getTableBodyProps({ view: 'year' })}>
        {calendar.getYearsGrid({ columns: 4 }).map((row) => (
          <tr key={row[0]?.value} {...calendar.getTableRowProps({ view: 'year' })}>
            {row.map((year) => (
              <td key={year.value} {...calendar.getYearTableCellProps({ ...year, columns: 4 })}>
                <div {...calendar.getYearTableCellTriggerProps({ ...year, columns: 4 })}>
                  {year.label}
                </div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
