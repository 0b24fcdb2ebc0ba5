import type { FieldMetadata } from '@conform-to/react';
import { useEffect, useState } from 'react';
import { isDate, weekdayToText } from '~/dates';
import type { previewNewDates } from '~/features/series/operations/creation.server';
import { nthIn } from '~/features/series/rule';
import { weekdayChoices } from '~/features/series/wording';
import type { OutputOf } from '~/kernel/operation';
import { newDatesPath } from '~/paths/events';
import { Banner } from '~/ui/banner';
import { DateField } from '~/ui/date-field';
import { DatesByMonth } from '~/ui/dates-by-month';
import { Disclosure } from '~/ui/disclosure';
import { CheckboxGroup, optionsOf, SelectField } from '~/ui/field';
import { useScripted } from '~/ui/scripted';
import { Tick } from '~/ui/tick';
import type { readEventToStartWith } from '../operations/events.server';
import type { FormValues, SeriesValues } from '../view';

/** How a new event repeats, and the resulting dates (Y3). */

export const repeatLabels = {
  repeats: 'Wiederholt sich',
  every: 'Wie oft',
  days: 'Auch am',
  until: 'Bis',
  state: 'Bundesland',
};

/** The field that confirms that the dates were shown. */
export const SHOWN = 'datesShown';

/** The club's state, whose holidays its series leave out. */
export type Club = OutputOf<typeof readEventToStartWith>['club'];

/** The dates of a new event as the server has planned them. */
export type NewDates = NonNullable<OutputOf<typeof previewNewDates>>;

type Field<Value> = FieldMetadata<Value, FormValues & SeriesValues, string[]>;
type Fields = { readonly [Name in keyof SeriesValues]: Field<SeriesValues[Name]> };

/** Milliseconds without typing before the server is asked. */
const PAUSE = 300;

/**
 * Asks the server for the dates of a form while it is being filled in.
 * @param form its id; null asks for nothing
 * @returns the day of the event, and its dates if it repeats
 */
export function useNewDates(form: string | null) {
  const [shown, setShown] = useState<{ date: string; dates: NewDates | null }>({
    date: '',
    dates: null,
  });
  useEffect(() => {
    const element = document.getElementById(form ?? '');
    if (!(element instanceof HTMLFormElement)) return;
    let timer = 0;
    let asked = '';
    const ask = async () => {
      const query = queryOf(new FormData(element));
      if (String(query) === asked) return;
      asked = String(query);
      const date = query.get('date') ?? '';
      const repeats = isDate(date) && query.get('repeats') !== 'never';
      const response = repeats ? await fetch(`${newDatesPath}?${query}`).catch(() => null) : null;
      // Ignore anything but an answer to this request, such as a log-in.
      const dates = response?.ok ? await response.json().catch(() => null) : null;
      if (String(query) === asked) setShown({ date, dates });
    };
    const soon = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(ask, PAUSE);
    };
    // The calendar only causes clicks, and a typed date is read when its field loses the focus.
    const events = ['input', 'click', 'focusout'];
    for (const event of events) element.addEventListener(event, soon);
    soon();
    return () => {
      window.clearTimeout(timer);
      for (const event of events) element.removeEventListener(event, soon);
    };
  }, [form]);
  return shown;
}

const ASKED = [
  'organization',
  'date',
  'startTime',
  'endTime',
  'endDate',
  'repeats',
  'every',
  'until',
  'state',
];

function queryOf(data: FormData): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of ASKED) query.set(name, String(data.get(name) ?? ''));
  for (const name of ['skipHolidays', 'skipBreaks']) if (data.has(name)) query.set(name, 'on');
  const days = [...data].flatMap(([name, day]) => (/^days\b/.test(name) ? [String(day)] : []));
  query.set('days', days.join());
  return query;
}

type SeriesFieldsProps = {
  fields: Fields;
  club: Club;
  /** Of the event; '' if it is not known yet. */
  date: string;
  dates: NewDates | null;
  /** Called when it is to repeat. */
  onRepeat: () => void;
};

/** Whether it repeats, and if so, how long and with which exceptions. */
export function SeriesFields({ fields, club, date, dates, onRepeat }: SeriesFieldsProps) {
  const { repeats, every, days, until, state } = fields;
  const [chosenState, setChosenState] = useState(String(state.initialValue ?? ''));
  const [proposed, setProposed] = useState(dates?.until ?? undefined);
  const scripted = useScripted();
  const { named, choices } = club;
  const hasHolidays = named !== null || (choices !== null && (chosenState !== '' || !scripted));
  useEffect(() => {
    if (dates?.until) setProposed(dates.until);
  }, [dates]);
  return (
    <>
      <SelectField
        field={repeats}
        label={repeatLabels.repeats}
        options={optionsOf(repeatsOn(date))}
        onChange={(value) => value !== 'never' && onRepeat()}
      />
      <div className="if-repeats grid grid-cols-1 gap-4 pl-6">
        <div className="if-other grid grid-cols-1 gap-4">
          <SelectField
            field={every}
            label={repeatLabels.every}
            options={optionsOf(frequenciesOn(date))}
          />
          <div className="if-weekly">
            <CheckboxGroup
              field={days}
              label={repeatLabels.days}
              look="short"
              options={weekdayChoices}
            />
          </div>
        </div>
        <DateField
          field={until}
          initial={proposed}
          label={repeatLabels.until}
          hint="Leer lassen, wenn kein Ende feststeht."
          required={false}
        />
        {choices && (
          <SelectField
            field={state}
            label={repeatLabels.state}
            hint="Danach richten sich Feiertage und Schulferien. Das gilt dann auch für die nächste Serie."
            options={optionsOf({ '': 'Keines', ...choices })}
            onChange={setChosenState}
          />
        )}
        <div>
          {hasHolidays && (
            <Tick {...boxOf(fields.skipHolidays)}>Fällt an Feiertagen {named} aus</Tick>
          )}
          <Tick {...boxOf(fields.skipBreaks)}>
            {hasHolidays
              ? 'Fällt in Schulferien und Pausen aus'
              : 'Fällt in Pausen des Vereins aus'}
          </Tick>
        </div>
        {scripted && (
          <div aria-live="polite" className="grid grid-cols-1 gap-1">
            {dates && <DatesInSight dates={dates} />}
          </div>
        )}
      </div>
      {(scripted || dates) && <input type="hidden" name={SHOWN} value="yes" />}
    </>
  );
}

const boxOf = ({ name, initialValue }: Field<string>) => ({
  name,
  defaultChecked: Boolean(initialValue),
});

/** The day of the event, in words, or what stands for it. */
const nthDay = (date: string) => {
  if (!isDate(date)) return 'gleichen Wochentag';
  const nth = nthIn(date);
  return `${nth > 4 ? 'letzten' : `${nth}.`} ${weekdayToText(date)}`;
};

const repeatsOn = (date: string) => ({
  never: 'Nie',
  week: 'Jede Woche',
  fortnight: 'Alle 2 Wochen',
  month: `Jeden Monat am ${nthDay(date)}`,
  other: 'Andere …',
});

const frequenciesOn = (date: string) => ({
  week: 'Jede Woche',
  fortnight: 'Alle 2 Wochen',
  '3weeks': 'Alle 3 Wochen',
  '4weeks': 'Alle 4 Wochen',
  last: `Jeden Monat am letzten ${isDate(date) ? weekdayToText(date) : 'Wochentag dieser Art'}`,
  day: `Jeden Monat am ${isDate(date) ? `${Number(date.slice(8))}.` : 'gleichen Tag'}`,
});

/** The number of dates, what to know about them, and the full list on demand. */
function DatesInSight({ dates, open = false }: { dates: NewDates; open?: boolean }) {
  return (
    <>
      {dates.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {dates.later && <p className="text-muted">{dates.later}</p>}
      <Disclosure summary={dates.summary} note="ansehen" open={open}>
        <DatesByMonth months={dates.months} />
      </Disclosure>
    </>
  );
}

/** The first of two steps, if no script shows the dates beside the question. */
export function PreviewedDates({ dates }: { dates: NewDates }) {
  return (
    <Banner title="Noch ist nichts angelegt. Passt es so, schicken Sie das Formular noch einmal ab.">
      <DatesInSight dates={dates} open />
    </Banner>
  );
}
