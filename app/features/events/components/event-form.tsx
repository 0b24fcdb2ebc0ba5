import { useRef, useState } from 'react';
import { makingDates } from '~/features/series/wording';
import { Button } from '~/ui/button';
import { DateField } from '~/ui/date-field';
import { DialogActions } from '~/ui/dialog';
import { CheckboxGroup, RadioGroup, TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { hyphenated } from '~/ui/hyphenation';
import { Link } from '~/ui/link';
import { useTyped } from '~/ui/question-field';
import { useScripted } from '~/ui/scripted';
import { Tick } from '~/ui/tick';
import { asksAnswer, labels } from '../fields';
import type { FormValues, SeriesValues, ToldView } from '../view';
import { eventTypeTexts, registeredNow } from '../wording';
import { AnsweredDates, Choice, seriesLabels } from './dates-of-series';
import { More, Place, Texts, Times, useLastDay } from './detail-fields';
import {
  type Club,
  type NewDates,
  PreviewedDates,
  repeatLabels,
  SeriesFields,
  useNewDates,
} from './series-fields';
import { ToldOfChange } from './told';

type EventFormProps = {
  id: string;
  event: FormValues & Partial<SeriesValues>;
  /** The groups that it can be for; without any the question is left out. */
  choosable: ReadonlyArray<{ uuid: string; name: string }>;
  /** Whether it can be for everyone: leaders choose among their groups (U8). */
  forEveryone: boolean;
  /** Of a new event: where its school holidays come from. */
  club?: Club;
  /** The dates that it would have, if no script asks for them. */
  previewed?: NewDates | null;
  /** Of an existing event: how it repeats, and where to set that. */
  repetition?: { now: string; to: string; label: string };
  /** Members affected by another kind or a lower maximum. */
  registered?: number;
  /** Members who may have to know about changes. */
  told?: ToldView | null;
  /** What an edit of a date of a series can hold for. */
  scopes?: Readonly<Record<string, string>>;
  /** Stands below that. */
  differs?: string;
  /** What the button says for several dates, by scope: with scripts, which know the chosen one. */
  submits?: Readonly<Record<string, string>>;
  version?: number;
  submit: string;
};

/** Only in the form for a copy; other forms leave it as it is. */
const COPIED = ['comingVisible', 'waitingList', 'promotionHours'] as const;

/** A part of the form, which stays in one column; at the head of one its margin has no effect. */
const PART = 'grid break-inside-avoid grid-cols-1 gap-6';

/** The form for a new or an existing event (E4, J1, Y3), with the dialog's buttons. */
export function EventForm({ id, event, choosable, version, submit, ...others }: EventFormProps) {
  const { club, previewed, repetition, forEveryone, ...affects } = others;
  const { registered = 0, told, scopes, differs, submits } = affects;
  const [form, fields] = useActionForm<FormValues & SeriesValues>({ id, defaultValue: event });
  const [type, setType] = useState(String(fields.eventType.initialValue ?? ''));
  const maximum = useRef<HTMLDivElement>(null);
  const asking = useRef<HTMLInputElement>(null);
  const [scope, chooseScope] = useState(useTyped('scope', 'only'));
  const scripted = useScripted();
  const affected = registered > 0 ? registeredNow(registered) : '';
  const live = useNewDates(club ? id : null);
  const dates = scripted ? live.dates : (previewed ?? null);
  const { move, lastDay } = useLastDay(fields);

  function chooseType(chosen: string) {
    setType(chosen);
    const input = maximum.current?.querySelector('input');
    if (chosen === 'OPEN_EVENT' && input) input.value = '0';
  }

  // An event for a group, or one that repeats, usually asks who comes; a different choice is kept.
  function askWhoComes() {
    if (asking.current && asking.current.dataset.decided === undefined)
      asking.current.checked = true;
  }

  const asks = (
    <Tick
      ref={asking}
      name={fields.asksAnswer.name}
      onChange={({ target }) => {
        target.dataset.decided = '';
      }}
      value="yes"
      defaultChecked={fields.asksAnswer.initialValue === 'yes'}
    >
      {asksAnswer.texts.yes}
    </Tick>
  );
  const places = (
    <div ref={maximum}>
      <TextField
        field={fields.maxParticipants}
        label={labels.maxParticipants}
        inputMode="numeric"
        autoComplete="off"
        hint={affected}
      />
    </div>
  );
  const more = { OPEN_EVENT: asks, LIMITED_EVENT: places };

  return (
    <ActionForm
      form={form}
      labels={{ ...labels, ...seriesLabels, ...repeatLabels }}
      needs="Nötig sind nur Name und Datum."
      version={version}
    >
      {previewed && !scripted && <PreviewedDates dates={previewed} />}
      {/* First: 'Speichern' is always in sight, and without scrolling one would change a single date. */}
      {scopes && (
        <>
          <Choice
            form={id}
            name="scope"
            label={seriesLabels.scope}
            hint={differs}
            texts={scopes}
            onChange={chooseScope}
          />
          <AnsweredDates form={id} />
        </>
      )}
      <TextField field={fields.name} label={labels.name} autoComplete="off" />
      {/* Where there is room, two columns, as high as each other with a series or without. */}
      <div className="gap-6 sm:columns-2">
        <div className={`${PART} pb-3`}>
          <DateField field={fields.date} label={labels.date} onChange={move} />
          <Times fields={fields} />
          {club && (
            <SeriesFields
              fields={fields}
              club={club}
              date={live.date}
              dates={dates}
              onRepeat={askWhoComes}
            />
          )}
          {repetition && (
            <p className="flex flex-wrap gap-x-2">
              <span>
                <b>{repeatLabels.repeats}:</b> {repetition.now}
              </span>{' '}
              <Link to={repetition.to}>{repetition.label}</Link>
            </p>
          )}
        </div>
        <div className={`${PART} mt-3 pb-3`}>
          <Place fields={fields} />
          <Texts fields={fields} />
        </div>
        <div className={`${PART} mt-3`}>
          <RadioGroup
            field={fields.eventType}
            label={labels.eventType}
            hint={type === 'LIMITED_EVENT' ? undefined : affected}
            options={Object.entries(eventTypeTexts).map(([value, texts]) => ({
              value,
              ...texts,
              more: more[value as keyof typeof more],
            }))}
            boxed
            onChange={chooseType}
          />
          {choosable.length > 0 && (
            <CheckboxGroup
              field={fields.groups}
              label={labels.groups}
              hint={`${forEveryone ? 'Nichts angekreuzt: für alle Mitglieder.' : 'Mindestens eine Ihrer Gruppen.'} Kommen dürfen immer alle.`}
              options={choosable.map(({ uuid, name }) => ({
                value: uuid,
                label: hyphenated(name),
              }))}
              onChange={club && askWhoComes}
            />
          )}
        </div>
      </div>
      <More fields={fields} lastDay={lastDay} />
      {club &&
        COPIED.map((name) => <input key={name} type="hidden" name={name} value={event[name]} />)}
      {told && <ToldOfChange form={id} told={told} scope={scope} />}
      <DialogActions>
        <Button variant="primary">
          {dates ? makingDates(dates.count) : (scripted && submits?.[scope]) || submit}
        </Button>
      </DialogActions>
    </ActionForm>
  );
}
