import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { eventBehind, eventsPath, newEventPath, pageBehind } from '~/paths/events';
import { ButtonLink } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { titled } from '~/ui/title';
import { EventForm } from '../components/event-form';
import { readEventForEdit, updateEvent } from '../operations/events.server';
import { changedEventForm } from '../schema';
import { consequenceOf, formValues } from '../view';
import { differsInWords, messages, scopeTexts } from '../wording';

const TITLE = 'Veranstaltung bearbeiten';

export const meta = titled(TITLE);

const read = page(readEventForEdit, {
  gone: { to: eventsPath(), message: messages.eventLoadFailed },
});

export async function loader(args: LoaderFunctionArgs) {
  const { wallTimes, isCountedOn, repeats, differs, choosable, ...event } = await read(args);
  const { uuid, registeredParticipants: registered, version } = event;
  return {
    uuid,
    registered,
    isCountedOn,
    version,
    choosable,
    event: formValues(event, wallTimes),
    ...(repeats ? { scopes: scopeTexts, differs: differsInWords(differs) } : {}),
  };
}

export const action = form(updateEvent, {
  fields: changedEventForm,
  success: ({ dates, ...event }) =>
    dates === undefined
      ? messages.eventSaved(event, consequenceOf(event))
      : messages.datesSaved({ name: event.name, dates }),
  failure: messages.eventSaveFailed,
  next: (_event, args) => eventBehind(args),
  gone: eventsPath(),
});

/** Changing an event (E4); closes if it is gone (E5). */
export default function EditEvent() {
  const { uuid, ...event } = useLoaderData<typeof loader>();
  const at = useLocation();
  return (
    <RouteDialog title={TITLE} closeTo={pageBehind(uuid, at)}>
      <EventForm
        id="edit-event"
        {...event}
        submit="Speichern"
        aside={
          <div>
            <ButtonLink to={newEventPath(at.search, uuid)} variant="quiet" preventScrollReset>
              Kopieren
            </ButtonLink>
          </div>
        }
      />
    </RouteDialog>
  );
}
