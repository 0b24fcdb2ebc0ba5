import { useLocation, useParams } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { messages } from '~/messages';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { TextArea, TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { titled } from '~/ui/title';
import { INITIAL_ROWS, OptionFields } from '../components/option-fields';
import { createPoll, prepareNewPoll } from '../operations/polls.server';
import { pollsPath } from '../paths';
import type { newPoll } from '../schema';

export const meta = titled('Umfrage erstellen');
export const loader = page(prepareNewPoll);
export const action = form(createPoll, {
  success: messages.pollCreated,
  failure: messages.pollCreateFailed,
  next: ({ event }) => pollsPath({ event }),
});

/** A new poll with its options (F2). */
export default function NewPoll() {
  const closeTo = pollsPath(useParams()) + useLocation().search;
  const [creating, fields] = useActionForm<z.input<typeof newPoll>>({
    id: 'new-poll',
    defaultValue: { options: Array(INITIAL_ROWS).fill('') },
  });
  return (
    <RouteDialog title="Umfrage erstellen" closeTo={closeTo}>
      <ActionForm
        form={creating}
        labels={{ name: 'Name', description: 'Beschreibung', options: 'Antwortoptionen' }}
      >
        {/* Enter presses a form's first submit button: this one, not the plus. */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
        <TextField field={fields.name} label="Name" autoComplete="off" />
        <TextArea field={fields.description} label="Beschreibung" required={false} rows={3} />
        <OptionFields form={creating} field={fields.options} />
        <DialogActions>
          <Button variant="primary">Umfrage erstellen</Button>
        </DialogActions>
      </ActionForm>
    </RouteDialog>
  );
}
