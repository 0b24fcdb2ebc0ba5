import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { CHANGE_REPETITION, REPEAT } from '~/features/series/wording';
import { mapped } from '~/kernel/columns';
import { backFromDialog } from '~/paths/event-dialogs.server';
import { eventsPath, pageBehind } from '~/paths/events';
import { seriesPath } from '~/paths/series';
import { RouteDialog } from '~/ui/dialog';
import { titled } from '~/ui/title';
import { EventForm } from '../components/event-form';
import { readEventForEdit, updateEvent } from '../operations/events.server';
import { changedEventForm } from '../schema';
import { consequenceOf, differsInWords, formValues, toldOfChange } from '../view';
import { datesInWords, messages, scopesOffered } from '../wording';

const TITLE = 'Veranstaltung bearbeiten';

export const meta = titled(TITLE);

const read = page(readEventForEdit, {
  gone: { to: eventsPath(), message: messages.eventLoadFailed },
});

export async function loader(args: LoaderFunctionArgs) {
  const { rhythm, wallTimes, told, widths, differs, choosable, forEveryone, ...event } =
    await read(args);
  const { uuid, registeredParticipants: registered, version } = event;
  return {
    uuid,
    rhythm,
    registered,
    told: told && toldOfChange(told, event),
    version,
    choosable,
    forEveryone,
    event: formValues(event, wallTimes),
    ...(widths && {
      scopes: scopesOffered(widths),
      submits: mapped(widths, ({ count }) => `${datesInWords(count)} speichern`),
      differs: differsInWords(differs),
    }),
  };
}

export const action = form(updateEvent, {
  fields: changedEventForm,
  success: ({ dates, ...event }) =>
    dates === undefined
      ? messages.eventSaved(event, consequenceOf(event))
      : messages.datesSaved({ ...event, dates }),
  failure: messages.eventSaveFailed,
  ...backFromDialog,
});

/** Changing an event (E4); closes if it is gone (E5). */
export default function EditEvent() {
  const { uuid, rhythm, ...event } = useLoaderData<typeof loader>();
  const at = useLocation();
  return (
    <RouteDialog title={TITLE} subject={event.event.name} closeTo={pageBehind(uuid, at)} wide>
      <EventForm
        id="edit-event"
        {...event}
        repetition={{
          now: rhythm ?? 'Nie',
          to: seriesPath(uuid),
          label: rhythm ? CHANGE_REPETITION : REPEAT,
        }}
        submit="Speichern"
      />
    </RouteDialog>
  );
}
