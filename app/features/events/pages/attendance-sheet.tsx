import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation, useParams } from '@remix-run/react';
import { useEffect } from 'react';
import { page } from '~/doors/page.server';
import { attendanceSheetPath, eventsPath, participantsPath } from '~/paths/events';
import { whenOf } from '~/times';
import { ButtonLink } from '~/ui/button';
import { PageHeader } from '~/ui/page-header';
import { PageLinks } from '~/ui/page-links';
import { PrintButton } from '~/ui/print-button';
import { titled } from '~/ui/title';
import { readAttendanceSheet } from '../operations/participation.server';
import { SILENT_NAMED, sectionsOf } from '../view';
import { messages, NO_ANSWER_YET, withCompanions } from '../wording';

export const meta = titled('Anwesenheit drucken');

const read = page(readAttendanceSheet, {
  gone: { to: eventsPath(), message: messages.participantsLoadFailed },
});

export async function loader(args: LoaderFunctionArgs) {
  const { event, of, rows, surroundings, previous, next } = await read(args);
  const { told = [], groupNames } = surroundings ?? {};
  const besides = new Map(told.map(({ member, ...rest }) => [member, besidesOf(rest)]));
  const isWhole = previous === null && next === null;
  const taken = event.registeredParticipants;
  const signedUp = rows.filter(({ section }) => section === 0).length;
  return {
    name: event.name,
    when: whenOf(event),
    where: [event.place, groupNames?.join(', ')].filter(Boolean).join(' · '),
    places:
      isWhole && signedUp !== taken ? withCompanions(signedUp, taken, event.asksAnswer) : null,
    blanks: of === 'registered' && next === null,
    of,
    previous,
    next,
    sections: sectionsOf(event, rows, !isWhole).map(({ title, none = NOBODY, members }) => {
      const section = members[0]?.section;
      const isLong = section === 2 && event.groups.length === 0 && members.length > SILENT_NAMED;
      if (of === 'registered' && isLong)
        return { title: `${NO_ANSWER_YET} (mehr als ${SILENT_NAMED})`, none: '', members: [] };
      return {
        title,
        none,
        // Names in two columns would leave no room for notes, and for writing beside them.
        columns: of === 'all' || Number(section) > 1,
        members: (section === 1 ? inTurn(members, told) : members).map((member) => ({
          uuid: member.uuid,
          name: `${member.lastName}, ${member.firstName}`,
          distinction: member.distinction,
          besides: besides.get(member.uuid),
          participated: member.participated,
        })),
      };
    }),
  };
}

/** Members on the waiting list in the order in which they move up. @param told in that order */
function inTurn<Member extends { uuid: string }>(
  members: readonly Member[],
  told: readonly { member: string }[],
) {
  const turns = new Map(told.map(({ member }, at) => [member, at]));
  const turnOf = ({ uuid }: Member) => turns.get(uuid) ?? 0;
  return [...members].sort((one, other) => turnOf(one) - turnOf(other));
}

/** '3 Personen · kommt später' */
const besidesOf = ({ places, note }: { places: number; note: string }) =>
  [places > 1 && `${places} Personen`, note].filter(Boolean).join(' · ');

const NOBODY = 'Noch keine Mitglieder.';

const PAPER = 'rounded border border-line bg-card p-5 leaf print:border-0 print:px-0';

const COLUMNS = 'gap-x-10 md:columns-2 print:columns-2';

/**
 * The participants on paper: first those registered, with notes, then those who wait, have not answered,
 * have declined or came besides, and empty lines for others; or all members. Each has a box. With
 * scripts it prints itself; without, the browser prints the page.
 */
export default function AttendanceSheet() {
  const { name, when, where, places, blanks, of, sections, previous, next } =
    useLoaderData<typeof loader>();
  const at = useLocation();
  const { event = '' } = useParams();
  useEffect(() => window.print(), []);
  const other = of === 'all' ? 'registered' : 'all';
  return (
    <>
      {/* The table's head is printed on each page, so that loose sheets can be identified. */}
      <div className="grid w-full grid-cols-1 gap-6 print:table">
        <div className="break-inside-avoid print:table-header-group">
          <PageHeader
            title={`Anwesenheit: ${name}`}
            back={{ to: participantsPath(event, at) }}
            actions={
              <>
                <PrintButton />
                <ButtonLink to={attendanceSheetPath(event, at, other)}>
                  {other === 'all' ? 'Alle Mitglieder' : 'Ohne weitere Mitglieder'}
                </ButtonLink>
              </>
            }
          />
          <p className="mt-3 pb-2 text-lg">
            {when}
            {places && `, ${places}`}
            {where && <span className="block text-base text-muted">{where}</span>}
          </p>
        </div>
        <div className="grid grid-cols-1 gap-6 print:block">
          {sections.map(({ title, none, columns, members }) => (
            <section className={PAPER} key={title ?? ''}>
              {title && <h2 className="mb-2">{title}</h2>}
              {members.length === 0 && none && <p>{none}</p>}
              <ol className={columns ? COLUMNS : undefined}>
                {members.map((member, at) => (
                  <Line key={member.uuid} number={at + 1} {...member} />
                ))}
              </ol>
            </section>
          ))}
          {blanks && (
            <section className={PAPER}>
              <h2 className="mb-2">Wer noch da war</h2>
              <ol className={COLUMNS}>
                {[1, 2, 3, 4, 5].map((number) => (
                  <Line key={number} number={number} name="" />
                ))}
              </ol>
            </section>
          )}
        </div>
      </div>
      <PageLinks
        previous={previous && attendanceSheetPath(event, at, of, { membersBefore: previous })}
        next={next && attendanceSheetPath(event, at, of, { membersAfter: next })}
      />
    </>
  );
}

type LineProps = {
  number: number;
  name: string;
  distinction?: string;
  besides?: string;
  participated?: boolean;
};

/** A box to tick by pen and a member, unless it is ticked already. */
function Line({ number, name, distinction, besides, participated }: LineProps) {
  return (
    <li className="flex break-inside-avoid items-center gap-3 border-b border-line py-1.5">
      <span className="w-7 text-right text-muted figures">{number}</span>
      <span className="grid size-5 place-items-center border border-ink">
        {participated && (
          <>
            ✓<span className="visually-hidden"> war dabei </span>
          </>
        )}
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere">
        {name} {distinction && <small className="text-md text-muted">{distinction}</small>}
      </span>
      {besides && (
        <span className="min-w-0 flex-1 text-md text-muted wrap-anywhere">{besides}</span>
      )}
    </li>
  );
}
