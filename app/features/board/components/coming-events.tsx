import { Form, useActionData } from '@remix-run/react';
import { messages } from '~/features/answers/wording';
import { create as mayCreate } from '~/features/events/policy';
import type { Whose } from '~/features/events/schema';
import { CREATE_EVENT, NO_LINKED_MEMBER } from '~/features/events/wording';
import { useScope } from '~/frame/context';
import { absencesPath } from '~/paths/absences';
import { signUpAction } from '~/paths/board';
import { eventsPath, newEventPath, whoseOptions } from '~/paths/events';
import { homePath } from '~/paths/shell';
import { Banner } from '~/ui/banner';
import { ButtonLink } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { failing } from '~/ui/failing';
import type { ActionFormData } from '~/ui/form';
import { FormRefusal } from '~/ui/form-refusal';
import { OrganizationField } from '~/ui/hidden-fields';
import { Link } from '~/ui/link';
import { Switch } from '~/ui/switch';
import type { BoardEvent } from '../view';
import { EventLeaf } from './event-leaf';

type ComingEventsProps = { events: readonly BoardEvent[]; linked: boolean; whose?: Whose };

/**
 * The next events as leaves, in one form whose buttons sign up and off at one tap. It is no
 * ActionForm, whose code only screens with fields load.
 */
export function ComingEvents({ events, linked, whose }: ComingEventsProps) {
  const refused = useActionData() as ActionFormData;
  const choice = whose && (
    <nav className="mb-3" aria-label="Ansicht">
      <Switch options={whoseOptions(homePath, whose)} />
    </nav>
  );
  if (events.length === 0)
    return (
      <>
        {choice}
        <NothingAhead />
      </>
    );
  return (
    <section aria-labelledby="coming">
      <h2 id="coming" className="visually-hidden">
        Das steht an
      </h2>
      {choice}
      {!linked && (
        <div className="mt-3 mb-5">
          <Banner>{NO_LINKED_MEMBER}</Banner>
        </div>
      )}
      <Form
        {...failing(messages.eventRegisterFailed)}
        className="grid grid-cols-1 gap-5"
        method="post"
        action={signUpAction}
        preventScrollReset
      >
        <OrganizationField />
        <FormRefusal response={refused} />
        <ol className="grid gap-3">
          {events.map((event, at) => (
            <EventLeaf key={event.uuid} event={event} next={at === 0} />
          ))}
        </ol>
      </Form>
      <p className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
        <Link to={eventsPath()}>Alle Veranstaltungen</Link>
        {linked && <Link to={absencesPath}>Verreist? Abwesenheit eintragen</Link>}
      </p>
    </section>
  );
}

function NothingAhead() {
  const create = mayCreate({ scope: useScope() }) && (
    <ButtonLink to={newEventPath('')}>{CREATE_EVENT}</ButtonLink>
  );
  return (
    <div className="mt-3">
      <EmptyState title="Zurzeit steht nichts an." drawing action={create}>
        Sobald Ihr Verein etwas plant, hängt es hier.
      </EmptyState>
    </div>
  );
}
