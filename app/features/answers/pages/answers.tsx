import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Form, Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { form } from '~/doors/form.server';
import type { Message } from '~/doors/notice.server';
import { page } from '~/doors/page.server';
import { recordParticipation } from '~/features/events/operations/participation.server';
import { participationForm } from '~/features/events/schema';
import { messages as eventMessages } from '~/features/events/wording';
import { activeErrorScreen } from '~/frame/error-screen';
import { reminderPath } from '~/paths/answers';
import { answersPath, eventInMonthPath, eventsPath, monthBehind } from '~/paths/events';
import { newMessagePath, WRITE_MESSAGE } from '~/paths/messages';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { ButtonLink } from '~/ui/button';
import { DateText } from '~/ui/date-text';
import { EmptyState } from '~/ui/empty-state';
import { FormRefusal } from '~/ui/form-refusal';
import { HiddenFields } from '~/ui/hidden-fields';
import { Hits } from '~/ui/hits';
import { IconPeople } from '~/ui/icons';
import { Link } from '~/ui/link';
import { PageHeader } from '~/ui/page-header';
import { PageLinks } from '~/ui/page-links';
import { PrintButton } from '~/ui/print-button';
import { SearchField } from '~/ui/search-field';
import { titled } from '~/ui/title';
import { ignoreSecondTap } from '~/ui/undo-button';
import { type AnswersScreen, answersScreenOf } from '../answers-rows.server';
import { AnswersTable } from '../components/answers-table';
import { Cancelled } from '../components/cancelled';
import { sayNo, sayYes, takeBack } from '../operations/answering.server';
import { readAnswersPage } from '../operations/answers.server';
import { type Answered, wayBackFor } from '../rules/way-back.server';
import { answerOfOther, otherMember } from '../schema';
import { BY_ONESELF, messages } from '../wording';

const TITLE = 'Wer kommt?';

export const meta = titled<{ name: string }>((event) => (event ? `${TITLE} ${event.name}` : TITLE));
export const shouldRevalidate = keepBehindDialog;

const read = page(readAnswersPage);

export async function loader(args: LoaderFunctionArgs) {
  const { groupMail } = args.context.services.config;
  const answers = await read(args);
  // A mail to those without an answer may reach nobody.
  return { ...answersScreenOf(answers), mayWrite: groupMail && answers.reach?.reached !== 0 };
}

/** Fewer names than this need no search. */
const IN_SIGHT = 20;

/** The receivers of a message written from a list; members who declined are left in peace. */
const GROUP_OF = {
  yes: 'coming',
  waiting: 'waiting',
  no: 'nobody',
  open: 'open',
  present: 'coming',
} as const;

/** The same list, by its address. @param says what its form does there */
function sameList({ request }: ActionFunctionArgs, says?: 'no' | 'open'): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete('says');
  if (says) searchParams.set('says', says);
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}

/** As the row is gone with its buttons, the message takes back a slip. */
const said = (answered: Answered, _fields: unknown, args: ActionFunctionArgs): Message => ({
  ...messages.answered(answered),
  ...wayBackFor(answered, (says) => sameList(args, says)),
});

const back = {
  next: (_answered: unknown, args: ActionFunctionArgs) => sameList(args),
  gone: eventsPath(),
};

const yes = form(sayYes, {
  fields: answerOfOther,
  success: said,
  failure: messages.eventRegisterFailed,
  ...back,
});
const no = form(sayNo, {
  fields: answerOfOther,
  success: said,
  failure: messages.declineFailed,
  ...back,
});

const open = form(takeBack, {
  fields: otherMember,
  success: messages.answerTakenBack,
  failure: messages.declineFailed,
  ...back,
});

/** Without a message, as the row itself shows what was set. */
const present = form(recordParticipation, {
  fields: participationForm,
  failure: eventMessages.participantsSaveFailed,
  ...back,
});

/** One form for all members of the list: the pressed button names the member and says what. */
export const action = Object.assign(
  (args: ActionFunctionArgs) => {
    const says = new URL(args.request.url).searchParams.get('says');
    if (says === 'present') return present(args);
    if (says === 'open') return open(args);
    return says === 'no' ? no(args) : yes(args);
  },
  { failure: messages.eventRegisterFailed },
);

/** All answers to an event, who is silent and who was there, for event editors (J8, Q2). */
export default function Answers() {
  const answers = useLoaderData<typeof loader>();
  const { uuid, name, when, places, byOne, of, q, sections, rows, previous, next, waitingList } =
    answers;
  const isEmpty = rows.length === 0;
  const { remind, hint, mayWrite, cancelled } = answers;
  const { pathname, search } = useLocation();
  const month = monthBehind(search);
  const at = (slice: { after?: string; before?: string }) =>
    answersPath(uuid, { of, q, month, ...slice });
  const isSearched = of === 'present' || q !== '' || previous || next || rows.length > IN_SIGHT;
  const section = sections.find((each) => each.of === of);
  return (
    <>
      <PageHeader
        title={TITLE}
        back={{
          to: eventInMonthPath(uuid, month),
          label: 'Veranstaltung',
          aside: <PrintButton variant="quiet" />,
        }}
      />
      <p className="-mt-2 wrap-anywhere">
        <b>{name}</b>, <DateText>{when}</DateText>
        {places && <span className="block text-muted">{places}</span>}
      </p>
      {cancelled && <Cancelled {...cancelled} />}
      <AnswerTabs event={uuid} month={month} of={of} sections={sections} />
      <p className="hidden print:block">
        {section?.label}: {section?.count}
      </p>
      {(remind || hint || mayWrite || isSearched) && (
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          {hint && <p className="text-muted">{hint}</p>}
          {remind && (
            <ButtonLink to={reminderPath(uuid, search)} size="small" variant="primary" dialog>
              {remind}
            </ButtonLink>
          )}{' '}
          {mayWrite && (
            <ButtonLink to={newMessagePath({ event: uuid }, GROUP_OF[of])} size="small">
              {WRITE_MESSAGE}
            </ButtonLink>
          )}
          {isSearched && (
            <div className="flex min-w-0 flex-1 basis-44 flex-wrap items-center gap-2">
              <SearchField
                label="Mitglieder suchen"
                defaultValue={q}
                hidden={{ of, ...(month && { month }) }}
                live
              />
              <Hits count={q === '' ? null : rows.length} previous={previous} next={next} />
            </div>
          )}
        </div>
      )}
      {!isEmpty ? (
        <Form
          className="grid max-w-none! grid-cols-1 gap-4"
          method="post"
          action={pathname + search}
          preventScrollReset
          // The second tap of a double tap would be for the row that follows.
          onClickCapture={ignoreSecondTap}
        >
          <HiddenFields form="answers" />
          {waitingList && <input type="hidden" name="waitingList" value="on" />}
          <FormRefusal />
          <AnswersTable {...answers} search={search} />
          {byOne && (
            <p className="text-muted">
              {rows.some(({ facts }) => facts?.includes(BY_ONESELF))
                ? `Eingetragen von ${byOne}, wo nichts anderes steht.`
                : `Alle eingetragen von ${byOne}.`}
            </p>
          )}
        </Form>
      ) : (
        <EmptyState
          title={q === '' ? (section?.none ?? '') : 'Niemand gefunden'}
          icon={IconPeople}
          action={
            q !== '' && <ButtonLink to={answersPath(uuid, { of, month })}>Alle anzeigen</ButtonLink>
          }
        />
      )}
      <PageLinks
        previous={previous && at({ before: previous })}
        next={next && at({ after: next })}
      />
      <Outlet />
    </>
  );
}

export const ErrorBoundary = activeErrorScreen(messages.answersLoadFailed);

type AnswerTabsProps = { event: string; month: string | null } & Pick<
  AnswersScreen,
  'of' | 'sections'
>;

const TAB =
  'tab inline-flex min-h-target items-center gap-1.5 text-center border-b-3 border-transparent px-3 text-ink ' +
  'no-underline hover:bg-green-soft aria-[current]:border-green ' +
  'max-sm:flex-auto max-sm:flex-col max-sm:justify-end max-sm:px-0.5 max-sm:text-xs';

/** Links to the sections, each with its number of members. */
function AnswerTabs({ event, month, of: shown, sections }: AnswerTabsProps) {
  return (
    <nav className="flex overflow-auto border-b border-line print:hidden" aria-label="Wer kommt?">
      {sections.map(({ of, label, count }) => (
        <Link
          className={TAB}
          key={of}
          to={answersPath(event, { of: of === 'yes' ? null : of, month })}
          aria-current={of === shown ? 'page' : undefined}
        >
          {label} <span className="font-semibold figures">{count}</span>{' '}
        </Link>
      ))}
    </nav>
  );
}
