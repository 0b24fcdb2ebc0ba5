import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { formReader } from '~/doors/form-data.server';
import { page } from '~/doors/page.server';
import { longDay } from '~/kernel/day.server';
import { messages } from '~/messages';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { ActionForm, useActionForm } from '~/ui/form';
import { Meter } from '~/ui/meter';
import { titled } from '~/ui/title';
import {
  readRegistration,
  registerForEvent,
  unregisterFromEvent,
} from '../operations/registration.server';
import { listBehind, listPath } from '../paths';
import { registrationForm } from '../schema';
import { obstacleTo, occupancyOf } from '../view';

export const meta = titled('Anmeldung zur Veranstaltung');

const read = page(readRegistration, {
  gone: { to: listPath(), message: messages.eventLoadFailed },
});

export async function loader(args: LoaderFunctionArgs) {
  const { event, registered, linked } = await read(args);
  const { name, date, eventType, maxParticipants: max, registeredParticipants: taken } = event;
  const places = eventType === 'LIMITED_EVENT' ? { max, taken } : null;
  return {
    name,
    date: longDay(date),
    places,
    registered,
    obstacle: obstacleTo(event, { registered, linked }),
  };
}

const register = form(registerForEvent, {
  fields: registrationForm,
  success: messages.eventRegistered,
  failure: messages.eventRegisterFailed,
  next: listBehind,
  gone: '/app/events',
});

const unregister = form(unregisterFromEvent, {
  fields: registrationForm,
  success: messages.eventUnregistered,
  failure: messages.eventUnregisterFailed,
  next: listBehind,
  gone: '/app/events',
});

const readForm = formReader(registrationForm);

/**
 * What was confirmed counts, not what the page would ask now: an outdated one must not do the
 * opposite.
 */
export async function action(args: ActionFunctionArgs) {
  const posted = await readForm(args.request.clone()).catch(() => null);
  return posted?.get('registered') === 'false' ? unregister(args) : register(args);
}

/** Asks before one signs up, or off (E3, E7). */
export default function Registration() {
  const { name, date, places, registered, obstacle } = useLoaderData<typeof loader>();
  const [confirming] = useActionForm({ id: 'registration' });
  return (
    <RouteDialog
      title={registered ? 'Von Veranstaltung abmelden' : 'Zu Veranstaltung anmelden'}
      closeTo={listPath(useLocation().search)}
    >
      <ActionForm form={confirming}>
        {obstacle && <Banner tone="warning">{obstacle}</Banner>}
        <p>
          Möchten Sie sich {registered ? 'von' : 'zu'} <strong>{name}</strong> am {date}{' '}
          {registered ? 'abmelden' : 'anmelden'}?
        </p>
        {places && (
          <Meter value={places.taken} max={places.max}>
            {occupancyOf(places)}
          </Meter>
        )}
        <input type="hidden" name="registered" value={String(!registered)} />
        <DialogActions>
          <Button variant={registered ? 'danger' : 'primary'} disabled={obstacle !== null}>
            {registered ? 'Abmelden' : 'Anmelden'}
          </Button>
        </DialogActions>
      </ActionForm>
    </RouteDialog>
  );
}
