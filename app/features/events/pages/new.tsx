import { useLocation } from '@remix-run/react';
import { today } from '~/dates.server';
import { form } from '~/doors/form.server';
import { guard } from '~/doors/page.server';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import { RouteDialog } from '~/ui/dialog';
import { titled } from '~/ui/title';
import { EventForm } from '../components/event-form';
import { createEvent } from '../operations/events.server';
import { eventsBehind, eventsPath } from '../paths';
import * as policy from '../policy';
import { newEventForm } from '../schema';
import { pastHint } from '../view';
import { CREATE_EVENT, messages } from '../wording';

export const meta = titled(CREATE_EVENT);
export const loader = guard({
  input: organizationId,
  subject: scopeInOrganization,
  may: policy.edit,
});
export const action = form(createEvent, {
  fields: newEventForm,
  success: (event) => messages.eventCreated(event, pastHint(event, today())),
  failure: messages.eventCreateFailed,
  next: (_event, args) => eventsBehind(args),
});

/** A new event (E3, E4). */
export default function NewEvent() {
  return (
    <RouteDialog title={CREATE_EVENT} closeTo={eventsPath(useLocation().search)}>
      <EventForm id="new-event" submit="Erstellen" />
    </RouteDialog>
  );
}
