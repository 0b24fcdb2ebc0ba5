import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { DateField } from '~/ui/date-field';
import { DialogActions } from '~/ui/dialog';
import { RadioGroup, TextArea, TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';

type Sample = {
  name: string;
  email: string;
  date: string;
  type: string;
  description: string;
};

const labels = {
  name: 'Name',
  email: 'E-Mail',
  date: 'Datum',
  type: 'Art',
};

const refusal = {
  status: 'error' as const,
  initialValue: { email: 'anna@', date: '2026-07-04', type: 'OPEN_EVENT' },
  error: {
    '': ['Fehler beim speichern der Veranstaltung.'],
    name: [''],
    email: ['Ungültige E-Mail'],
    type: ['Bitte wählen Sie eine Art.'],
  },
};

/** Every kind of field; `refused` shows the form as the server gives it back. */
export function FormSample({ id, refused }: { id: string; refused: boolean }) {
  const [form, fields] = useActionForm<Sample>({
    id,
    defaultValue: { name: 'Sommerfest', date: '2026-07-04', type: 'LIMITED_EVENT' },
    lastResult: refused ? refusal : null,
  });
  const content = (
    <ActionForm form={form} labels={labels}>
      <TextField field={fields.name} label={labels.name} />
      <TextField
        field={fields.email}
        label={labels.email}
        type="email"
        autoComplete="email"
        hint="Dorthin schicken wir die Bestätigung."
      />
      <DateField field={fields.date} label={labels.date} hint="Zum Beispiel 4.7.2026" />
      <RadioGroup
        field={fields.type}
        label={labels.type}
        options={[
          {
            value: 'OPEN_EVENT',
            label: 'Offene Veranstaltung',
            hint: 'Jeder kommt, ohne Anmeldung.',
          },
          { value: 'LIMITED_EVENT', label: 'Begrenzte Plätze' },
        ]}
      />
      <TextArea field={fields.description} label="Beschreibung" required={false} rows={5} />
      <DialogActions>
        <Button variant="primary">Speichern</Button>
      </DialogActions>
    </ActionForm>
  );
  return id === 'sample' ? <Card title="Formular">{content}</Card> : content;
}
