import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { Button } from '~/ui/button';
import { titled } from '~/ui/title';
import { RegistrationDialog } from '../components/registration-dialog';
import { registerForEvent } from '../operations/registration.server';
import { eventPath, eventsBehind, eventsPath } from '../paths';
import { readRegistrationDialog } from '../registration-dialog.server';
import { registrationForm } from '../schema';
import { messages } from '../wording';

export const meta = titled('Anmeldung zur Veranstaltung');

export async function loader(args: LoaderFunctionArgs) {
  const dialog = await readRegistrationDialog(args);
  const { search } = new URL(args.request.url);
  // Signed up since the list was shown.
  if (dialog.registered) {
    throw redirect(eventPath(args.params.event ?? '', 'registration/withdrawal', search));
  }
  return dialog;
}

export const action = form(registerForEvent, {
  fields: registrationForm,
  success: messages.eventRegistered,
  failure: messages.eventRegisterFailed,
  next: (_event, args) => eventsBehind(args),
  gone: eventsPath(),
});

/** Asks before one signs up for an event (E3, E7). */
export default function Registration() {
  const { name, date, past, places, obstacle } = useLoaderData<typeof loader>();
  return (
    <RegistrationDialog
      title="Zu Veranstaltung anmelden"
      obstacle={obstacle}
      past={past}
      places={places}
      button={
        <Button variant="primary" disabled={obstacle !== null}>
          Anmelden
        </Button>
      }
    >
      Möchten Sie sich zu <strong>{name}</strong> am {date} anmelden?
    </RegistrationDialog>
  );
}
