import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation, useParams } from '@remix-run/react';
import { useState } from 'react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { backFromDialog } from '~/paths/event-dialogs.server';
import { answersPath, pageBehind } from '~/paths/events';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { TextArea } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { Link } from '~/ui/link';
import { useTyped } from '~/ui/question-field';
import { useScripted } from '~/ui/scripted';
import { titled } from '~/ui/title';
import { readCancellationDialog } from '../cancellation-dialog.server';
import { Sentences, TOLD_BY_MAIL, Told } from '../components/told';
import { cancelEvent } from '../operations/cancellation.server';
import { cancellationForm } from '../schema';
import { CANCEL_EVENT, messages } from '../wording';

export const meta = titled(CANCEL_EVENT);

export const loader = (args: LoaderFunctionArgs) => readCancellationDialog(args, { undoes: false });

export const action = form(cancelEvent, {
  fields: cancellationForm,
  success: ({ event, ...done }) => messages.eventCancelled({ ...event, ...done }),
  failure: messages.eventCancelFailed,
  ...backFromDialog,
});

/** Asks before an event is cancelled, and for the reason (J9). */
export default function CancelEvent() {
  const { name, date, yeses, told, counts, isMailed } = useLoaderData<typeof loader>();
  const { event = '' } = useParams();
  const [cancelling, fields] = useActionForm<z.input<typeof cancellationForm>>({
    id: 'cancel-event',
  });
  const [chosen, choose] = useState(useTyped('notifyOpen', told.preset));
  // Without scripts nothing follows the choice.
  const isFollowed = useScripted() || told.choices.length === 0;
  const count = isFollowed ? counts[chosen === 'yes' ? 'yes' : 'no'] : 0;
  return (
    <RouteDialog title={CANCEL_EVENT} closeTo={pageBehind(event, useLocation())}>
      <p>
        Soll <strong>{name}</strong> am {date} wirklich ausfallen? Die {yeses} bleiben gespeichert,
        neue sind dann nicht mehr möglich.
      </p>
      <ActionForm form={cancelling} labels={{ reason: 'Grund', notifyOpen: TOLD_BY_MAIL }}>
        <TextArea
          field={fields.reason}
          label="Grund"
          hint={`Steht ${isMailed ? 'in der E-Mail und ' : ''}auf der Seite der Veranstaltung.`}
          required={false}
        />
        {told.warns.length > 0 && (
          <Banner tone="warning">
            <Sentences>{told.warns}</Sentences>{' '}
            <Link to={answersPath(event, { of: 'yes' })}>Wer kommt?</Link>
          </Banner>
        )}
        <Told form="cancel-event" told={told} onChange={choose} />
        <DialogActions cancel="Doch nicht">
          <Button variant="danger">
            {count > 0 ? `Ausfallen lassen, ${count} benachrichtigen` : 'Ausfallen lassen'}
          </Button>
        </DialogActions>
      </ActionForm>
    </RouteDialog>
  );
}
