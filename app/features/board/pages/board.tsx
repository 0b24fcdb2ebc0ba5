import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { type ShouldRevalidateFunction, useLoaderData } from '@remix-run/react';
import { chosen, rememberedWhose } from '~/doors/choice.server';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import {
  sayNo,
  sayYes,
  takeBack,
  unregisterFromEvent,
} from '~/features/answers/operations/answering.server';
import { messages } from '~/features/answers/wording';
import { messages as organizationMessages } from '~/features/organizations/wording';
import { ActiveErrorScreen } from '~/frame/error-screen';
import { saidBy, signOffAction, signUpAction, takeBackAction } from '~/paths/board';
import { homePath } from '~/paths/shell';
import { useInstallation } from '~/root';
import { titled } from '~/ui/title';
import { ComingEvents } from '../components/coming-events';
import { ForYouNote } from '../components/for-you';
import { Information } from '../components/information';
import { FirstSteps, OwnRegistrations, WaitingPolls } from '../components/side-notes';
import { readBoard } from '../operations.server';
import { boardOf } from '../rows.server';

export const meta = titled('Übersicht');

const read = page(readBoard, { remembered: rememberedWhose });

export async function loader(args: LoaderFunctionArgs) {
  return data(boardOf(await read(args)), { headers: chosen(args) });
}

const back = { next: homePath, gone: homePath } as const;

/** One tap signs up or off, so one takes it back. */
const undo = (action: string, { uuid }: { uuid: string }) => ({
  action,
  field: 'event',
  value: uuid,
});

const signUp = form(sayYes, {
  success: (answered) => ({
    ...messages.answered(answered),
    undo: undo(signOffAction, answered.event),
  }),
  failure: messages.eventRegisterFailed,
  ...back,
});
const signOff = form(unregisterFromEvent, {
  success: (answered) => ({
    ...(answered.event.asksAnswer
      ? messages.answered({ ...answered, ownAnswer: 'no' })
      : messages.eventUnregistered(answered.event)),
    undo: undo(signUpAction, answered.event),
  }),
  failure: messages.eventUnregisterFailed,
  ...back,
});

const decline = form(sayNo, {
  success: (answered) => ({
    ...messages.answered(answered),
    undo: undo(takeBackAction, answered.event),
  }),
  failure: messages.declineFailed,
  ...back,
});
const leaveOpen = form(takeBack, {
  success: ({ event }) => messages.answerTakenBack(event),
  failure: messages.declineFailed,
  ...back,
});

/** One form for all events of a part of the board: the pressed button names the event. */
export function action(args: ActionFunctionArgs) {
  switch (saidBy(args.request)) {
    case 'withdrawal':
      return signOff(args);
    case 'decline':
      return decline(args);
    case 'open':
      return leaveOpen(args);
    default:
      return signUp(args);
  }
}

/** Also after a refusal: a late answer shows what has changed. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod,
  defaultShouldRevalidate,
}) => formMethod !== undefined || defaultShouldRevalidate;

const TWO_COLUMNS =
  'grid grid-cols-1 gap-4 sm:gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]';

const NOTES = 'grid grid-cols-1 content-start gap-4 sm:gap-6 lg:col-start-2';

/** The notice board: what a member opens the app for (C1). */
export default function Board() {
  const { name, message, linked, events, own, polls, steps, forYou, whose } =
    useLoaderData<typeof loader>();
  const hasEvents = events.length > 0;
  const notes = [
    hasEvents && steps.length > 0 && <FirstSteps key="steps" steps={steps} />,
    polls.length > 0 && <WaitingPolls key="polls" polls={polls} />,
    own.length > 0 && <OwnRegistrations key="own" events={own} />,
  ].filter(Boolean);
  const first = [
    forYou.items.length > 0 && <ForYouNote key="for-you" {...forYou} />,
    message && <Information key="message" {...message} />,
  ].filter(Boolean);
  return (
    <>
      <Greeting club={name} />
      <div className={first.length > 0 || notes.length > 0 ? TWO_COLUMNS : 'max-w-3xl'}>
        {first.length > 0 && <div className={NOTES}>{first}</div>}
        <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
          {hasEvents || steps.length === 0 ? (
            <ComingEvents events={events} linked={linked} whose={whose} />
          ) : (
            <FirstSteps steps={steps} />
          )}
        </div>
        {notes.length > 0 && <div className={NOTES}>{notes}</div>}
      </div>
    </>
  );
}

function Greeting({ club }: { club: string }) {
  return (
    <h1 className="text-lg sm:text-2xl">
      <span className="block font-sans text-sm font-normal text-muted sm:text-md">
        Willkommen bei {useInstallation()?.appName} für
      </span>{' '}
      {club}
    </h1>
  );
}

export function ErrorBoundary() {
  return <ActiveErrorScreen failed={organizationMessages.organizationLoadFailed} />;
}
