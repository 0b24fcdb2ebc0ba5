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
import { type Answered, signedOff, wayBack } from '~/features/answers/rules/way-back.server';
import { joining } from '~/features/answers/schema';
import { messages } from '~/features/answers/wording';
import { NO_LINKED_MEMBER } from '~/features/events/wording';
import { messages as organizationMessages } from '~/features/organizations/wording';
import { activeErrorScreen } from '~/frame/error-screen';
import { saidBy, takenBackOn } from '~/paths/board';
import { homePath } from '~/paths/shell';
import { useInstallation } from '~/root';
import { Banner } from '~/ui/banner';
import { COLUMNS } from '~/ui/card';
import { FormRefusal } from '~/ui/form-refusal';
import { titled } from '~/ui/title';
import { CalledOff, Declined, Missing, Own, Rest, useParts } from '../components/coming-events';
import { Information } from '../components/information';
import { FirstSteps, ForYouNote, Leading, WaitingPolls } from '../components/side-notes';
import { readBoard } from '../operations.server';
import { boardOf } from '../rows.server';
import type { BoardEvent } from '../view';

export const meta = titled('Übersicht');

const read = page(readBoard, { remembered: rememberedWhose });

export async function loader(args: LoaderFunctionArgs) {
  const { groupMail: mayWrite } = args.context.services.config;
  return data({ ...boardOf(await read(args)), mayWrite }, { headers: await chosen(args) });
}

const back = {
  next: ({ event }: Pick<Answered, 'event'>, { request }: ActionFunctionArgs) =>
    takenBackOn(request, event.uuid) ?? homePath,
  gone: homePath,
  /** An undo that comes too late says so where it stood. */
  saysConflictOn: ({ request }: ActionFunctionArgs, { event }: Readonly<Record<string, unknown>>) =>
    takenBackOn(request, String(event)),
} as const;

/** One tap answers, so one tap takes it back (Y7). */
const said = (answered: Answered) => ({ ...messages.answered(answered), ...wayBack(answered) });

function takenBack(answered: Answered) {
  if (answered.former?.own?.answer === 'waiting') return messages.leftWaitingList(answered);
  const { event } = answered;
  return event.asksAnswer ? messages.answerTakenBack(answered) : messages.eventUnregistered(event);
}

const signUp = form(sayYes, { success: said, failure: messages.eventRegisterFailed, ...back });
const signOff = form(unregisterFromEvent, {
  success: (answered) => ({ ...signedOff(answered), ...wayBack(answered) }),
  failure: messages.eventUnregisterFailed,
  ...back,
});
const decline = form(sayNo, { success: said, failure: messages.declineFailed, ...back });
/** Then the question is back: undoing that means answering. */
const leaveOpen = form(takeBack, {
  success: (answered) => ({ ...takenBack(answered), about: answered.event.uuid }),
  failure: messages.declineFailed,
  ...back,
});

const wait = form(sayYes, {
  fields: joining,
  success: said,
  failure: messages.waitingListFailed,
  ...back,
});
/** One form for all events in a section of the board: the pressed button names the event. */
export function action(args: ActionFunctionArgs) {
  switch (saidBy(args.request)) {
    case 'withdrawal':
      return signOff(args);
    case 'decline':
      return decline(args);
    case 'open':
      return leaveOpen(args);
    case 'wait':
      return wait(args);
    default:
      return signUp(args);
  }
}

/** Also after a refusal: a late answer shows what has changed. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod,
  defaultShouldRevalidate,
}) => formMethod !== undefined || defaultShouldRevalidate;

const COLUMN = 'grid grid-cols-1 content-start gap-4 sm:gap-5 ';

/** The notice board: what a member opens the app for (C1, Y5). */
export default function Board() {
  const board = useLoaderData<typeof loader>();
  const { message, linked, cancelled, missing, polls, steps, forYou, leading, whose } = board;
  const events = useParts(board.events);
  const part = (name: BoardEvent['part']) => events.filter((each) => each.part === name);
  const [asked, own, declined, rest] = [part('asked'), part('own'), part('declined'), part('rest')];
  const isEmpty = events.length === 0;
  const notes = [
    message && <Information key="message" {...message} />,
    leading.length > 0 && <Leading key="leading" dates={leading} mayWrite={board.mayWrite} />,
    polls.length > 0 && <WaitingPolls key="polls" polls={polls} />,
    forYou.length > 0 && (
      // A free place will not wait.
      <div
        key="for-you"
        className={forYou.some(({ kind }) => kind === 'offer') ? undefined : 'max-lg:order-2'}
      >
        <ForYouNote items={forYou} />
      </div>
    ),
    !isEmpty && steps.length > 0 && (
      <div key="steps" className="max-lg:order-2">
        <FirstSteps steps={steps} />
      </div>
    ),
  ].filter(Boolean);
  return (
    <>
      <Greeting club={board.name} greeting={board.greeting} />
      <FormRefusal />
      {!linked && !isEmpty && <Banner>{NO_LINKED_MEMBER}</Banner>}
      {cancelled.length > 0 && <CalledOff events={cancelled} />}
      <div className={COLUMN + (notes.length > 0 ? COLUMNS : 'max-w-3xl')}>
        {/* In a single column, the club's notes come after the questions. */}
        <div className={`${COLUMN} max-lg:contents`}>
          {asked.length > 0 && <Missing events={asked} missing={missing} />}
          {own.length > 0 && (
            // Leaders first see who comes to what they lead.
            <div className={leading.length > 0 ? 'max-lg:order-1' : undefined}>
              <Own events={own} more={board.moreOwn} />
            </div>
          )}
          <div className="max-lg:order-2">
            {isEmpty && steps.length > 0 ? (
              <FirstSteps steps={steps} />
            ) : (
              (rest.length > 0 || isEmpty || whose) && (
                <Rest events={rest} linked={linked} whose={whose} isEmpty={isEmpty} />
              )
            )}
          </div>
          {declined.length > 0 && (
            <div className="max-lg:order-2">
              <Declined events={declined} />
            </div>
          )}
        </div>
        {notes.length > 0 && <div className={`${COLUMN} max-lg:contents`}>{notes}</div>}
      </div>
    </>
  );
}

function Greeting({ club, greeting }: { club: string; greeting: string }) {
  return (
    <div>
      <h1 className="mb-1 font-sans text-sm font-normal text-muted">
        Willkommen bei {useInstallation()?.appName} für {club}
      </h1>
      <p className="font-serif text-2xl leading-tight font-bold wrap-anywhere">{greeting}</p>
    </div>
  );
}

export const ErrorBoundary = activeErrorScreen(organizationMessages.organizationLoadFailed);
