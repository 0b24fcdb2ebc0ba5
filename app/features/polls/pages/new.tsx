import { useLocation, useParams } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { guard } from '~/doors/page.server';
import { eventInScope } from '~/features/events/queries.server';
import { eventId } from '~/features/events/schema';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { TextArea, TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { titled } from '~/ui/title';
import { INITIAL_ROWS, OptionFields } from '../components/option-fields';
import { createPoll } from '../operations/polls.server';
import { pollsPath } from '../paths';
import * as policy from '../policy';
import type { newPoll } from '../schema';
import { CREATE_POLL, messages } from '../wording';

export const meta = titled(CREATE_POLL);
export const loader = guard({ input: eventId, subject: eventInScope, may: policy.edit });
export const action = form(createPoll, {
  success: messages.pollCreated,
  failure: messages.pollCreateFailed,
  next: ({ poll }) => pollsPath({ event: poll.event }),
});

/** A new poll with its options (F2). */
export default function NewPoll() {
  const closeTo = pollsPath(useParams(), useLocation().search);
  const [creating, fields] = useActionForm<z.input<typeof newPoll>>({
    id: 'new-poll',
    defaultValue: { options: Array(INITIAL_ROWS).fill('') },
  });
  return (
    <RouteDialog title={CREATE_POLL} closeTo={closeTo}>
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
          <Button variant="primary">{CREATE_POLL}</Button>
        </DialogActions>
      </ActionForm>
    </RouteDialog>
  );
}
