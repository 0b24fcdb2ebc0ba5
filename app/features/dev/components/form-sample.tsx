import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { DateField } from '~/ui/date-field';
import { DialogActions } from '~/ui/dialog';
import { CheckboxField, RadioGroup, SelectField, TextArea, TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';

type Sample = {
  name: string;
  email: string;
  date: string;
  type: string;
  role: string;
  description: string;
  agreed: boolean;
};

const labels = {
  name: 'Name',
  email: 'E-Mail',
  date: 'Datum',
  type: 'Art',
  role: 'Aufgabe',
  agreed: 'Regeln',
};

const refusal = {
  status: 'error' as const,
  initialValue: { email: 'anna@', date: '2026-07-04', type: 'OPEN_EVENT' },
  error: {
    '': ['Fehler beim speichern der Veranstaltung.'],
    name: [''],
    email: ['Ungültige E-Mail'],
    type: ['Bitte wählen Sie eine Art.'],
    role: ['Bitte wählen Sie eine Aufgabe.'],
    agreed: ['Bitte stimmen Sie zu.'],
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
      <SelectField
        field={fields.role}
        label={labels.role}
        placeholder="Bitte wählen"
        options={[
          { value: 'grill', label: 'Grillen' },
          { value: 'music', label: 'Musik' },
        ]}
      />
      <TextArea field={fields.description} label="Beschreibung" required={false} rows={5} />
      <CheckboxField field={fields.agreed} label="Ich halte mich an die Platzregeln" />
      <DialogActions>
        <Button variant="primary">Speichern</Button>
      </DialogActions>
    </ActionForm>
  );
  return id === 'sample' ? <Card title="Formular">{content}</Card> : content;
}
