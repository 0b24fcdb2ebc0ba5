import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Form, Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { recordParticipation } from '~/features/events/operations/participation.server';
import { participationForm } from '~/features/events/schema';
import { messages as eventMessages } from '~/features/events/wording';
import { ActiveErrorScreen } from '~/frame/error-screen';
import { reminderPath } from '~/paths/answers';
import { answersPath, eventPagePath, eventsPath } from '~/paths/events';
import { newMessagePath, WRITE_MESSAGE } from '~/paths/messages';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { ButtonLink } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { FormRefusal } from '~/ui/form-refusal';
import { HiddenFields } from '~/ui/hidden-fields';
import { Hits } from '~/ui/hits';
import { IconPeople } from '~/ui/icons';
import { PageHeader } from '~/ui/page-header';
import { PageLinks } from '~/ui/page-links';
import { PrintButton } from '~/ui/print-button';
import { SearchField } from '~/ui/search-field';
import { titled } from '~/ui/title';
import { answersScreenOf } from '../answers-rows.server';
import { AnswerTabs } from '../components/answer-tabs';
import { AnswersTable } from '../components/answers-table';
import { sayNo, sayYes } from '../operations/answering.server';
import { readAnswersPage } from '../operations/answers.server';
import { answerOfOther } from '../schema';
import { BY_ONESELF, messages } from '../wording';

const TITLE = 'Wer kommt?';

export const meta = titled<{ name: string }>((event) => (event ? `${TITLE} ${event.name}` : TITLE));
export const shouldRevalidate = keepBehindDialog;

const read = page(readAnswersPage);

export async function loader(args: LoaderFunctionArgs) {
  const { groupMail: mayWrite } = args.context.services.config;
  return { ...answersScreenOf(await read(args)), mayWrite };
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

/** The same list, by its address. */
function sameList({ request }: ActionFunctionArgs): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete('says');
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}

const back = {
  next: (_answered: unknown, args: ActionFunctionArgs) => sameList(args),
  gone: eventsPath(),
};

const yes = form(sayYes, {
  fields: answerOfOther,
  success: messages.answered,
  failure: messages.eventRegisterFailed,
  ...back,
});
const no = form(sayNo, {
  fields: answerOfOther,
  success: messages.answered,
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
  const { remind, hint, mayWrite } = answers;
  const { pathname, search } = useLocation();
  const at = (place: { after?: string; before?: string }) => answersPath(uuid, { of, q, ...place });
  const section = sections.find((each) => each.of === of);
  return (
    <>
      <PageHeader
        title={TITLE}
        back={{
          to: eventPagePath(uuid),
          label: 'Zur Veranstaltung',
          aside: <PrintButton variant="quiet" />,
        }}
      />
      <p className="-mt-2 wrap-anywhere">
        <b>{name}</b>, {when}
        {places && <span className="block text-muted">{places}</span>}
      </p>
      <AnswerTabs event={uuid} of={of} sections={sections} />
      <p className="hidden print:block">
        {section?.label}: {section?.count}
      </p>
      {(remind || hint || mayWrite) && (
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
        </div>
      )}
      {(q !== '' || previous || next || rows.length > IN_SIGHT) && (
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
          <SearchField label="Mitglieder suchen" defaultValue={q} hidden={{ of }} />
          <Hits count={q === '' ? null : rows.length} previous={previous} next={next} />
        </div>
      )}
      {!isEmpty ? (
        <Form
          className="grid max-w-none! grid-cols-1 gap-4"
          method="post"
          action={pathname + search}
          preventScrollReset
        >
          <HiddenFields form="answers" />
          {waitingList && <input type="hidden" name="waitingList" value="on" />}
          <FormRefusal />
          {byOne && (
            <p className="text-muted">
              {rows.some(({ facts }) => facts?.includes(BY_ONESELF))
                ? `Eingetragen von ${byOne}, wo nichts anderes steht.`
                : `Alle eingetragen von ${byOne}.`}
            </p>
          )}
          <AnswersTable {...answers} search={search} />
        </Form>
      ) : (
        <EmptyState
          title={q === '' ? (section?.none ?? '') : 'Niemand gefunden'}
          icon={IconPeople}
          action={q !== '' && <ButtonLink to={answersPath(uuid, { of })}>Alle anzeigen</ButtonLink>}
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

export function ErrorBoundary() {
  return <ActiveErrorScreen failed={messages.answersLoadFailed} />;
}
