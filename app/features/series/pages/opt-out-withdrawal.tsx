import { useActionData } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { eventsPath } from '~/paths/events';
import { behindOptOut } from '~/paths/series';
import { ButtonLink } from '~/ui/button';
import { FormRefusal } from '~/ui/form-refusal';
import { withdrawOptOut } from '../operations/opting-out.server';
import { messages } from '../wording';

/** 'Doch, wieder fragen' posts here, as in opt-out.tsx. */
export const action = form(withdrawOptOut, {
  success: messages.optOutWithdrawn,
  failure: messages.optOutWithdrawFailed,
  next: (_done, args) => behindOptOut(args),
  gone: eventsPath(),
});

export default function OptOutWithdrawal() {
  return (
    <>
      <FormRefusal response={useActionData<typeof action>()} />
      <ButtonLink to={eventsPath()}>Zu den Veranstaltungen</ButtonLink>
    </>
  );
}
