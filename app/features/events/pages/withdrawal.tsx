import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { Button } from '~/ui/button';
import { titled } from '~/ui/title';
import { RegistrationDialog } from '../components/registration-dialog';
import { unregisterFromEvent } from '../operations/registration.server';
import { eventPath, eventsBehind, eventsPath } from '../paths';
import { readRegistrationDialog } from '../registration-dialog.server';
import { messages } from '../wording';

export const meta = titled('Anmeldung zur Veranstaltung');

export async function loader(args: LoaderFunctionArgs) {
  const dialog = await readRegistrationDialog(args);
  const { search } = new URL(args.request.url);
  // Signed off since the list was shown.
  if (!dialog.registered) {
    throw redirect(eventPath(args.params.event ?? '', 'registration', search));
  }
  return dialog;
}

export const action = form(unregisterFromEvent, {
  success: messages.eventUnregistered,
  failure: messages.eventUnregisterFailed,
  next: (_event, args) => eventsBehind(args),
  gone: eventsPath(),
});

/** Asks before one signs off from an event (E3, E7). */
export default function Withdrawal() {
  const { name, date, past, places } = useLoaderData<typeof loader>();
  return (
    <RegistrationDialog
      title="Von Veranstaltung abmelden"
      past={past}
      places={places}
      button={<Button variant="danger">Abmelden</Button>}
    >
      Möchten Sie sich von <strong>{name}</strong> am {date} abmelden?
    </RegistrationDialog>
  );
}
