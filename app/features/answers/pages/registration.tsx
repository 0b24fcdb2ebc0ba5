import { type LoaderFunctionArgs, redirect, type SerializeFrom } from '@remix-run/node';
import { useLoaderData, useLocation, useParams } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { EVENT_FULL } from '~/features/events/wording';
import { waitingListPath } from '~/paths/answers';
import { backFromDialog } from '~/paths/event-dialogs.server';
import { eventPath, openedOver } from '~/paths/events';
import { Button, ButtonLink } from '~/ui/button';
import { titled } from '~/ui/title';
import { Companions, Note } from '../components/answer-fields';
import { EventNamed, RegistrationDialog } from '../components/registration-dialog';
import { sayYes } from '../operations/answering.server';
import { type AnswerDialog, readAnswerDialog } from '../registration-dialog.server';
import { saidInDialog } from '../rules/way-back.server';
import { registrationForm } from '../schema';
import { JOIN_WAITING_LIST, LEAVE_WAITING_LIST, messages } from '../wording';

export const meta = titled('Teilnahme an der Veranstaltung');

export async function loader(args: LoaderFunctionArgs) {
  const dialog = await readAnswerDialog(args);
  const at = new URL(args.request.url);
  // Signed up since the list was shown. Elsewhere a yes is changed here.
  if (dialog.own === 'yes' && !openedOver(at)) {
    throw redirect(eventPath(args.params.event ?? '', 'registration/withdrawal', at.search));
  }
  return dialog;
}

export const action = form(sayYes, {
  fields: registrationForm,
  success: saidInDialog(messages.answered),
  failure: messages.eventRegisterFailed,
  ...backFromDialog,
});

/** Asks before a member signs up for an event (E3, E7), or joins its waiting list (K5). */
export default function Registration() {
  const dialog = useLoaderData<typeof loader>();
  const { own, turn, company, note, obstacles } = dialog;
  const { yes: obstacle, canWait } = obstacles;
  const isOpen = !obstacle || canWait || turn !== null;
  return (
    <RegistrationDialog
      {...dialog}
      title={
        own === 'yes'
          ? `${dialog.yes} ändern`
          : canWait
            ? JOIN_WAITING_LIST
            : turn && obstacle
              ? dialog.other
                ? 'Warteliste'
                : 'Ihr Wartelistenplatz'
              : dialog.asks && !dialog.other
                ? 'Sind Sie dabei?'
                : `Zu Veranstaltung ${dialog.asks ? 'zusagen' : 'anmelden'}`
      }
      // That there is no room is said by the question, or by the place on the list.
      obstacle={canWait || (turn && obstacle === EVENT_FULL) ? null : obstacle}
      places={canWait ? null : dialog.places}
      keptNote={note}
      fields={
        company &&
        isOpen && (
          <>
            <Companions {...company} />
            <Note note={note} />
          </>
        )
      }
      buttons={<Buttons {...dialog} />}
    >
      <Question {...dialog} />
    </RegistrationDialog>
  );
}

type Dialog = SerializeFrom<AnswerDialog>;

/** The question, or the answer if there is one. */
function Question({ name, date, own, yes, turn, waiting, other, asks, obstacles }: Dialog) {
  if (obstacles.over || turn)
    return (
      <>
        <EventNamed name={name} date={date} />
        {turn && (
          <>
            <br />
            {other && `${other.name}, `}
            {turn}
          </>
        )}
      </>
    );
  const named = <strong>{name}</strong>;
  if (obstacles.canWait)
    return (
      <>
        Möchten Sie {other?.name ?? 'sich'} für {named} am {date} auf die Warteliste setzen?{' '}
        {waiting}
      </>
    );
  const whose = other ? `Die ${yes} von ${other.name}` : `Ihre ${yes}`;
  const whom = asks ? other && `für ${other.name} ` : `${other?.name ?? 'sich'} `;
  return (
    <>
      {own === 'yes' ? `${whose} ` : `Möchten Sie ${whom ?? ''}`}
      zu {named} am {date}
      {own !== 'yes' && (asks ? ' zusagen?' : ' anmelden?')}
    </>
  );
}

const WAITS = { name: 'waitingList', value: 'on' };

function Buttons({ own, turn, other, company, asks, obstacles }: Dialog) {
  const { yes: obstacle, canWait, over } = obstacles;
  const { event = '' } = useParams();
  const at = useLocation();
  if (turn && obstacle)
    return (
      <>
        {company && (
          <Button variant="primary" {...WAITS}>
            Speichern
          </Button>
        )}
        {!other && (
          // Asks first, as the place on the waiting list would be lost.
          <ButtonLink to={waitingListPath(event, at.search, openedOver(at))} dialog>
            {LEAVE_WAITING_LIST}
          </ButtonLink>
        )}
      </>
    );
  return (
    <>
      {!over && !canWait && (
        <Button variant="primary" disabled={obstacle !== null}>
          {own === 'yes' ? 'Speichern' : turn ? 'Platz nehmen' : asks ? 'Zusagen' : 'Anmelden'}
        </Button>
      )}
      {canWait && (
        <Button variant="primary" {...WAITS}>
          {JOIN_WAITING_LIST}
        </Button>
      )}
      {own === null && obstacles.no === null && (
        <Button
          formAction={eventPath(event, 'decline', at.search, openedOver(at))}
          failure={messages.declineFailed}
        >
          Absagen
        </Button>
      )}
    </>
  );
}
