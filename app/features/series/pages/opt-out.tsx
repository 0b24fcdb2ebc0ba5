import { form } from '~/doors/form.server';
import { onlyForForms } from '~/doors/page.server';
import { eventsPath } from '~/paths/events';
import { behindOptOut } from '~/paths/series';
import { ButtonLink } from '~/ui/button';
import { FormRefusal } from '~/ui/form-refusal';
import { optOut } from '../operations/opting-out.server';
import { messages } from '../wording';

export const loader = onlyForForms(behindOptOut);

/** 'Das betrifft mich nicht' posts here, from the page of an event (U6). */
export const action = form(optOut, {
  success: messages.optedOut,
  failure: messages.optOutFailed,
  next: (_done, args) => behindOptOut(args),
  gone: eventsPath(),
  standsOn: behindOptOut,
});

export default function OptOut() {
  return (
    <>
      <FormRefusal />
      <ButtonLink to={eventsPath()}>Zu den Veranstaltungen</ButtonLink>
    </>
  );
}
