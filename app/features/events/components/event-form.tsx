import { useRef, useState } from 'react';
import type { z } from 'zod';
import { Button } from '~/ui/button';
import { DateField } from '~/ui/date-field';
import { DialogActions } from '~/ui/dialog';
import { RadioGroup, TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { useScripted } from '~/ui/scripted';
import type { newEvent } from '../schema';
import { eventTypeTexts, registeredNow } from '../wording';

type Fields = Omit<z.input<typeof newEvent>, 'organization'>;

/** One for every field: a text that the form does not post is emptied by saving it. */
const labels: Record<keyof Fields, string> = {
  name: 'Name',
  date: 'Datum',
  eventType: 'Art',
  maxParticipants: 'Maximale Teilnehmerzahl',
};

const types = Object.entries(eventTypeTexts).map(([value, texts]) => ({ value, ...texts }));

/** The form for a new or an existing event (E4), with the dialog's buttons. */
export function EventForm({
  id,
  event,
  version,
  registered = 0,
  submit,
}: {
  id: string;
  event?: Fields;
  /** Who would be affected by another kind or a lower maximum. */
  registered?: number;
  version?: number;
  submit: string;
}) {
  const [form, fields] = useActionForm<Fields>({
    id,
    defaultValue: event ?? { eventType: 'OPEN_EVENT' },
  });
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
    <ActionForm form={form} labels={labels} version={version}>
      <TextField field={fields.name} label={labels.name} autoComplete="off" />
      <DateField field={fields.date} label={labels.date} />
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
      <DialogActions>
        <Button variant="primary">{submit}</Button>
      </DialogActions>
    </ActionForm>
  );
}
