import { type ReactNode, useRef, useState } from 'react';
import { Button } from '~/ui/button';
import { DateField } from '~/ui/date-field';
import { DialogActions } from '~/ui/dialog';
import { CheckboxGroup, RadioGroup, TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { useScripted } from '~/ui/scripted';
import { labels } from '../fields';
import type { FormValues, ToldView } from '../view';
import { eventTypeTexts, registeredNow } from '../wording';
import { AnsweredDates, Choice, seriesLabels } from './dates-of-series';
import { AnswerFields, Texts, WhenAndWhere } from './detail-fields';
import { ToldOfChange } from './told';

const types = Object.entries(eventTypeTexts).map(([value, texts]) => ({ value, ...texts }));

type EventFormProps = {
  id: string;
  event: FormValues;
  /** The groups that it can be for; none leaves the question out. */
  choosable: ReadonlyArray<{ uuid: string; name: string }>;
  /** Who would be affected by another kind or a lower maximum. */
  registered?: number;
  /** Who may have to know what changes. */
  told?: ToldView | null;
  /** What an edit of a date of a series can hold for. */
  scopes?: Readonly<Record<string, string>>;
  /** Stands below that. */
  differs?: string;
  version?: number;
  submit: string;
  /** Stands above the buttons. */
  aside?: ReactNode;
};

/** The form for a new or an existing event (E4, J1), with the dialog's buttons. */
export function EventForm({
  id,
  event,
  choosable,
  version,
  submit,
  aside,
  ...others
}: EventFormProps) {
  const { registered = 0, told, scopes, differs } = others;
  const [form, fields] = useActionForm<FormValues>({ id, defaultValue: event });
  const [type, setType] = useState(String(fields.eventType.initialValue ?? ''));
  const maximum = useRef<HTMLDivElement>(null);
  const scripted = useScripted();
  const affected = registered > 0 ? registeredNow(registered) : '';

  function chooseType(chosen: string) {
    setType(chosen);
    const input = maximum.current?.querySelector('input');
    if (chosen === 'OPEN_EVENT' && input) input.value = '0';
  }

  return (
    <ActionForm form={form} labels={{ ...labels, ...seriesLabels }} version={version}>
      {/* First: 'Speichern' is always in sight, and who does not scroll would change one date only. */}
      {scopes && (
        <>
          <Choice form={id} name="scope" label={seriesLabels.scope} hint={differs} texts={scopes} />
          <AnsweredDates form={id} />
        </>
      )}
      <TextField field={fields.name} label={labels.name} autoComplete="off" />
      <DateField field={fields.date} label={labels.date} />
      <WhenAndWhere fields={fields} />
      {choosable.length > 0 && (
        <CheckboxGroup
          field={fields.groups}
          label={labels.groups}
          hint="Nichts angekreuzt: alle Mitglieder. Kommen dürfen in jedem Fall alle."
          required={null}
          options={choosable.map(({ uuid, name }) => ({ value: uuid, label: name }))}
        />
      )}
      <RadioGroup
        field={fields.eventType}
        label={labels.eventType}
        hint={type === 'LIMITED_EVENT' ? undefined : affected}
        options={types}
        onChange={chooseType}
      />
      {/* Hidden, not left out: switching to open resets it. Without scripts it is always visible. */}
      <div
        ref={maximum}
        hidden={scripted && type !== 'LIMITED_EVENT' && !fields.maxParticipants.errors}
      >
        <TextField
          field={fields.maxParticipants}
          label={labels.maxParticipants}
          inputMode="numeric"
          autoComplete="off"
          hint={scripted ? affected : `Gilt nur bei begrenzter Teilnehmerzahl. ${affected}`}
          required={scripted}
        />
      </div>
      <Texts fields={fields} />
      <AnswerFields fields={fields} type={scripted ? type : null} />
      {told && <ToldOfChange form={id} told={told} />}
      {aside}
      <DialogActions>
        <Button variant="primary">{submit}</Button>
      </DialogActions>
    </ActionForm>
  );
}
