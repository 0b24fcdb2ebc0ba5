import * as datePicker from '@zag-js/date-picker';
import { normalizeProps, useMachine } from '@zag-js/react';
import { type ComponentProps, useEffect, useId, useRef } from 'react';
import { IconChevronDown, IconChevronLeft, IconChevronRight } from './icons';

export type CalendarProps = {
  /** Of the date field: the element to open under, and the button that gets the focus back. */
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
 * The calendar of a date field (E4): the weeks of a month from Monday, the months of a year, or the
 * years of a decade, paged one month, year or decade at a time. Opens with the focus on the chosen
 * day or today.
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
    // Rather over its field than where no scrolling reaches.
    positioning: {
      placement: 'bottom-start',
      strategy: 'fixed',
      gutter: 4,
      overlap: true,
      boundary: aboveBottomBar,
    },
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: moves the focus in each new view.
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
        className="calendar z-10 w-86 overflow-auto rounded border border-line-strong bg-card p-2 shadow-raised"
        // A phone held sideways is lower than six weeks. No classes, which every page would load.
        style={{ maxWidth: 'calc(100vw - 1rem)', maxHeight: 'calc(100dvh - 1rem)' }}
        role="dialog"
        aria-roledescription={undefined}
      >
        <div className="flex">
          <HeadButton {...calendar.getPrevTriggerProps({ view })} width="w-target">
            <IconChevronLeft />
          </HeadButton>
          <ViewTrigger calendar={calendar} />
          <HeadButton {...calendar.getNextTriggerProps({ view })} width="w-target">
            <IconChevronRight />
          </HeadButton>
        </div>
        {view === 'day' ? (
          <Days calendar={calendar} />
        ) : (
          <Cells key={view} calendar={calendar} view={view} />
        )}
      </div>
    </div>
  );
}

/** The part of the window that a phone's navigation does not cover; a dialog lies over it. */
function aboveBottomBar() {
  const bar = document.querySelector<HTMLElement>('html:not(:has(dialog:modal)) .bottom-bar');
  const height = window.innerHeight - (bar?.offsetHeight ?? 0);
  return { x: 0, y: 0, width: window.innerWidth, height };
}

type ViewProps = { calendar: datePicker.Api };

const TABLE = 'w-full table-fixed text-center';

/** Weekends and the days around the month are told apart by colour, today by a frame. */
const CELL =
  'grid min-h-target cursor-pointer place-items-center rounded-lg hover:bg-green-soft ' +
  'not-data-selected:data-weekend:text-muted data-outside-range:opacity-60 ' +
  'data-today:border-2 data-today:border-green ' +
  'data-selected:bg-green data-selected:text-on-green';

/** Shows the period and leads to the next larger view; its name says both (WCAG 2.5.3). */
function ViewTrigger({ calendar }: ViewProps) {
  const props = calendar.getViewTriggerProps({ view: calendar.view });
  const shown = heading(calendar);
  return (
    <HeadButton {...props} width="flex-1" aria-label={`${shown}, ${props['aria-label']}`}>
      <span className="flex items-center gap-1">
        {shown}
        {calendar.view !== 'year' && <IconChevronDown />}
      </span>
    </HeadButton>
  );
}

function HeadButton({ width, ...button }: ComponentProps<'button'> & { width: string }) {
  return (
    <button
      {...button}
      className={
        'grid min-h-target cursor-pointer place-items-center rounded-lg font-semibold ' +
        `hover:bg-green-soft disabled:text-muted ${width}`
      }
    />
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
    <table
      {...calendar.getTableProps({ view: 'day' })}
      className={TABLE}
      aria-roledescription={undefined}
    >
      <thead {...calendar.getTableHeaderProps({ view: 'day' })} aria-hidden={undefined}>
        <tr {...calendar.getTableRowProps({ view: 'day' })}>
          {calendar.weekDays.map((day) => (
            <th
              key={day.long}
              className="py-1 text-sm font-semibold text-muted"
              scope="col"
              abbr={day.long}
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
                  className={CELL}
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

/** Saturday and Sunday, whatever the browser's locale data says (E4). */
function isWeekend(value: datePicker.DateValue): boolean {
  const day = value.toDate('UTC').getUTCDay();
  return day === 0 || day === 6;
}

function Cells({ calendar, view }: ViewProps & { view: 'month' | 'year' }) {
  const isYear = view === 'year';
  const columns = isYear ? 4 : 3;
  const rows = isYear
    ? calendar.getYearsGrid({ columns })
    : calendar.getMonthsGrid({ columns, format: 'long' });
  const ofCell = isYear ? calendar.getYearTableCellProps : calendar.getMonthTableCellProps;
  const ofButton = isYear
    ? calendar.getYearTableCellTriggerProps
    : calendar.getMonthTableCellTriggerProps;
  return (
    <table
      {...calendar.getTableProps({ view, columns })}
      className={TABLE}
      aria-roledescription={undefined}
    >
      <tbody {...calendar.getTableBodyProps({ view })}>
        {rows.map((row) => (
          <tr key={row[0]?.value} {...calendar.getTableRowProps({ view })}>
            {row.map((cell) => (
              <td key={cell.value} {...ofCell({ ...cell, columns })}>
                <div {...ofButton({ ...cell, columns })} className={CELL}>
                  {cell.label}
                </div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
