import { useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { erasedSoonPath } from '~/paths/erasure';
import { organizationPath } from '~/paths/organizations';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { Link } from '~/ui/link';
import { titled } from '~/ui/title';
import { readRetention, setRetention } from '../operations.server';
import { retentionForm } from '../schema';
import { KEPT_FOR, messages } from '../wording';

export const meta = titled(KEPT_FOR);
export const loader = page(readRetention);
export const action = form(setRetention, {
  fields: retentionForm,
  success: messages.retentionSaved,
  failure: messages.retentionFailed,
  next: organizationPath,
});

/** How long former members' records are kept (S4). */
export default function Retention() {
  const { months } = useLoaderData<typeof loader>();
  const [deciding, fields] = useActionForm<z.input<typeof retentionForm>>({
    id: 'retention',
    defaultValue: { months: months === null ? '' : String(months) },
  });
  return (
    <RouteDialog title={KEPT_FOR} closeTo={organizationPath}>
      <p>
        So viele Monate nach dem Austritt werden die Einträge von Ehemaligen endgültig gelöscht.
        Zwei Wochen vorher bekommt eine E-Mail, wer Mitglieder bearbeitet. Mit einem Grund, den Sie
        beim Mitglied eintragen, bleibt ein Eintrag.
      </p>
      <ActionForm form={deciding} labels={{ months: 'Monate' }}>
        <TextField
          field={fields.months}
          label="Monate"
          hint="0 bis 120. Leer lassen, damit nichts von selbst gelöscht wird."
          inputMode="numeric"
          autoComplete="off"
          required={false}
        />
        <p>
          <Link to={erasedSoonPath()}>Wessen Einträge stehen an?</Link>
        </p>
        <DialogActions>
          <Button variant="primary">Speichern</Button>
        </DialogActions>
      </ActionForm>
    </RouteDialog>
  );
}
