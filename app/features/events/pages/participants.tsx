import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { useLoaderData, useLocation, useParams } from '@remix-run/react';
import { useMemo, useState } from 'react';
import type { z } from 'zod';
import { dayInWords } from '~/dates';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import type { Person } from '~/kernel/actor';
import { eventBehind } from '~/paths/event-dialogs.server';
import {
  answersPath,
  attendanceSheetPath,
  eventsPath,
  pageBehind,
  participantsPath,
} from '~/paths/events';
import { dayAt } from '~/times';
import { Button, ButtonLink } from '~/ui/button';
import { Checklist } from '~/ui/checklist';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { ActionForm, useActionForm } from '~/ui/form';
import { IconPrint } from '~/ui/icons';
import { Initials } from '~/ui/initials';
import { Link } from '~/ui/link';
import { MemberFilter, MemberPageButtons, MemberSearch } from '~/ui/member-pages';
import { titled } from '~/ui/title';
import { readParticipationPage, recordParticipation } from '../operations/participation.server';
import { participationForm } from '../schema';
import { presenceOf, sectionsOf } from '../view';
import { messages } from '../wording';

export const meta = titled('Teilnehmer');

const read = page(readParticipationPage, {
  gone: { to: eventsPath(), message: messages.participantsLoadFailed },
});

export async function loader(args: LoaderFunctionArgs) {
  const { event, members, pages, present } = await read(args);
  const sections = sectionsOf(event, members, pages !== null).map(({ members, ...heading }) => ({
    ...heading,
    members: members.map(({ uuid, firstName, lastName, participated, distinction }) => ({
      uuid,
      firstName,
      lastName,
      participated,
      distinction,
    })),
  }));
  return {
    name: event.name,
    date: dayInWords(event.date),
    hasBegun: event.date <= dayAt(new Date(), event.timeZone),
    registered: event.registeredParticipants,
    present,
    sections,
    pages,
  };
}

/** Also after a refusal, which may concern a deleted member. */
export const shouldRevalidate = () => true;

export const action = form(recordParticipation, {
  fields: participationForm,
  success: ({ event }) => messages.participantsSaved(event),
  failure: messages.participantsSaveFailed,
  next: shownNext,
  bringsNext: false,
  gone: eventsPath(),
});

/** The target of the pressed button: another part of a long list, or the list of events. */
function shownNext(_output: unknown, args: ActionFunctionArgs, fields: Record<string, unknown>) {
  const at = new URL(args.request.url);
  const {
    q,
    membersAfter,
    membersBefore,
    search: searched,
  } = fields as z.output<typeof participationForm>;
  const event = args.params.event ?? '';
  if (searched) return participantsPath(event, at, { q });
  if (!membersAfter && !membersBefore) return eventBehind(args);
  return participantsPath(event, at, {
    q: at.searchParams.get('q') ?? '',
    membersAfter,
    membersBefore,
  });
}

type Listed = SerializeFrom<typeof loader>;

/**
 * Shows who is registered, and records who took part: every member in one form (E6), page by page
 * in a club of over 1,000. Before the day it does not ask who was there, but accepts an answer.
 */
export default function Participants() {
  const listed = useLoaderData<typeof loader>();
  const at = useLocation();
  return (
    <RouteDialog
      key={listed.pages ? at.search : undefined}
      title="Teilnehmer"
      subject={listed.name}
      closeTo={pageBehind(useParams().event ?? '', at)}
    >
      <RecordingForm key={listed.pages ? at.key : undefined} {...listed} />
    </RouteDialog>
  );
}

function RecordingForm({ date, hasBegun, registered, present, sections, pages }: Listed) {
  const [more, setMore] = useState(0);
  const before = useMemo(() => presentIn(sections), [sections]);
  const [recording, fields] = useActionForm<{ inQuestion: string[]; participated: string[] }>({
    id: 'participants',
    defaultValue: { inQuestion: [], participated: [] },
  });
  return (
    <ActionForm form={recording} labels={{ participated: 'Teilnehmer' }}>
      <Checklist
        field={fields.participated}
        label={hasBegun ? `Wer war dabei am ${date}?` : `Teilnahme am ${date}`}
        hint={
          <span className="print:hidden">
            {presenceOf(present + more, { hasBegun })} <WhoComes hasBegun={hasBegun} />
          </span>
        }
        tools={
          <div className="flex items-start gap-3 py-2">
            {pages ? <MemberSearch q={pages.q} /> : <MemberFilter />}
            <PrintLink of={registered > 0 ? 'registered' : 'all'} />
          </div>
        }
        tick={hasBegun ? 'war dabei' : 'dabei'}
        before={before}
        beforeField={fields.inQuestion}
        onTick={setMore}
        sections={sections.map(({ members, ...section }, at) => ({
          ...section,
          aside: registered > 0 && at === sections.length - 1 && <PrintLink of="all" />,
          tickAll: hasBegun && registered > 1 && section.none !== undefined && 'Alle ankreuzen',
          items: members.map(({ uuid, firstName, lastName, distinction }) => ({
            value: uuid,
            label: <Named firstName={firstName} lastName={lastName} distinction={distinction} />,
            mark: <Initials firstName={firstName} lastName={lastName} seed={uuid} />,
          })),
        }))}
      />
      {sections.every(({ members }) => members.length === 0) && (
        <p>{pages?.q ? `Zu „${pages.q}“ gibt es hier niemanden.` : 'Noch keine Mitglieder.'}</p>
      )}
      {pages && <MemberPageButtons {...pages} />}
      <DialogActions>
        <Button variant="primary">Speichern</Button>
      </DialogActions>
    </ActionForm>
  );
}

/** Links to all answers and, from the day on, to the attendance list (Q2). */
function WhoComes({ hasBegun }: Pick<Listed, 'hasBegun'>) {
  const { event = '' } = useParams();
  return <Link to={answersPath(event, { of: hasBegun ? 'present' : null })}>Wer kommt?</Link>;
}

/** Who is registered, or all members: beside the search, and beside the members who are not. */
function PrintLink({ of }: { of: 'registered' | 'all' }) {
  const at = useLocation();
  const { event = '' } = useParams();
  const { registered } = useLoaderData<typeof loader>();
  const isOther = of === 'all' && registered > 0;
  return (
    <ButtonLink to={attendanceSheetPath(event, at, of)} variant={isOther ? 'quiet' : 'secondary'}>
      {!isOther && <IconPrint />}
      {isOther ? 'Alle drucken' : <span className="max-sm:sr-only">Drucken</span>}
    </ButtonLink>
  );
}

const presentIn = (sections: Listed['sections']) =>
  sections.flatMap(({ members }) =>
    members.flatMap((each) => (each.participated ? each.uuid : [])),
  );

type NamedProps = Person & { distinction?: string };

/** One string, so that server and browser render the same text node. */
function Named({ firstName, lastName, distinction }: NamedProps) {
  const name = `${lastName}, ${firstName}`;
  if (!distinction) return name;
  return (
    <>
      {`${name} `}
      <small className="text-md text-muted">{distinction}</small>
    </>
  );
}
