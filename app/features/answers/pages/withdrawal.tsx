import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { backFromDialog } from '~/paths/event-dialogs.server';
import { eventPath, openedOver } from '~/paths/events';
import { Button } from '~/ui/button';
import { titled } from '~/ui/title';
import { Note } from '../components/answer-fields';
import { EventNamed, RegistrationDialog } from '../components/registration-dialog';
import { unregisterFromEvent } from '../operations/answering.server';
import { readAnswerDialog } from '../registration-dialog.server';
import { saidInDialog, signedOff } from '../rules/way-back.server';
import { withdrawalForm } from '../schema';
import { messages } from '../wording';

export const meta = titled('Teilnahme an der Veranstaltung');

export async function loader(args: LoaderFunctionArgs) {
  const dialog = await readAnswerDialog(args);
  const at = new URL(args.request.url);
  // Signed off since the list was shown.
  if (dialog.own !== 'yes') {
    throw redirect(eventPath(args.params.event ?? '', 'registration', at.search, openedOver(at)));
  }
  return dialog;
}

export const action = form(unregisterFromEvent, {
  fields: withdrawalForm,
  success: saidInDialog(signedOff),
  failure: messages.eventUnregisterFailed,
  ...backFromDialog,
});

/** Asks before a member signs off from an event (E3, E7). */
export default function Withdrawal() {
  const dialog = useLoaderData<typeof loader>();
  const { name, date, company, asks, obstacles } = dialog;
  return (
    <RegistrationDialog
      {...dialog}
      title={asks ? 'Absagen' : 'Von Veranstaltung abmelden'}
      obstacle={obstacles.no}
      fields={company && !obstacles.no && <Note note="" reason />}
      buttons={!obstacles.no && <Button variant="danger">{asks ? 'Absagen' : 'Abmelden'}</Button>}
    >
      {obstacles.no ? (
        <EventNamed {...dialog} />
      ) : (
        <>
          Möchten Sie {asks ? 'Ihre Zusage zu' : 'sich von'} <strong>{name}</strong> am {date}{' '}
          {asks ? 'zurücknehmen' : 'abmelden'}?
        </>
      )}
    </RegistrationDialog>
  );
}
