import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { eventPath, eventsPath } from '~/features/events/paths';
import { messages as eventMessages } from '~/features/events/wording';
import { Button } from '~/ui/button';
import { titled } from '~/ui/title';
import { Companions, Note } from '../components/answer-fields';
import { RegistrationDialog } from '../components/registration-dialog';
import { sayYes } from '../operations/answering.server';
import { behindForm, isFromEvent } from '../paths';
import { readAnswerDialog } from '../registration-dialog.server';
import { registrationForm } from '../schema';
import { messages } from '../wording';

export const meta = titled('Anmeldung zur Veranstaltung');

export async function loader(args: LoaderFunctionArgs) {
  const dialog = await readAnswerDialog(args);
  const { search } = new URL(args.request.url);
  // Signed up since the list was shown. The event's own page changes places and note here.
  if (dialog.own === 'yes' && !isFromEvent(search)) {
    throw redirect(eventPath(args.params.event ?? '', 'registration/withdrawal', search));
  }
  return dialog;
}

export const action = form(sayYes, {
  fields: registrationForm,
  success: ({ event, ownAnswer }) =>
    ownAnswer === 'waiting' ? messages.joined(event) : eventMessages.eventRegistered(event),
  failure: eventMessages.eventRegisterFailed,
  next: (_answered, args) => behindForm(args),
  gone: eventsPath(),
});

/** Asks before one signs up for an event (E3, E7), or joins its waiting list (K5). */
export default function Registration() {
  const { name, date, past, places, own, fields, obstacles } = useLoaderData<typeof loader>();
  const { yes: obstacle, canWait } = obstacles;
  return (
    <RegistrationDialog
      title={own === 'yes' ? 'Anmeldung ändern' : 'Zu Veranstaltung anmelden'}
      obstacle={obstacle}
      past={past}
      places={places}
      fields={
        fields &&
        (!obstacle || canWait) && (
          <>
            <Companions form="registration" {...fields} />
            <Note form="registration" note={own === 'no' ? '' : fields.note} />
          </>
        )
      }
      buttons={
        <>
          <Button variant="primary" disabled={obstacle !== null}>
            {own === 'yes' ? 'Speichern' : 'Anmelden'}
          </Button>
          {canWait && (
            <Button variant="primary" name="waitingList" value="on">
              Auf die Warteliste
            </Button>
          )}
        </>
      }
    >
      {own === 'yes' ? (
        <>
          Ihre Anmeldung zu <strong>{name}</strong> am {date}
        </>
      ) : (
        <>
          Möchten Sie sich zu <strong>{name}</strong> am {date} anmelden?
        </>
      )}
    </RegistrationDialog>
  );
}
