import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { useRef } from 'react';
import { page } from '~/doors/page.server';
import { inSight, partInSight } from '~/doors/rows-in-sight.server';
import { INVITE } from '~/features/invitations/wording';
import { administer } from '~/features/organizations/policy';
import { useScope } from '~/frame/context';
import { activeErrorScreen } from '~/frame/error-screen';
import { groupsPath } from '~/paths/groups';
import { exportPath, importsPath } from '~/paths/imports';
import { invitingPath } from '~/paths/invitations';
import { listSearch, memberPath, membersPath, newMemberPath } from '~/paths/members';
import { Badge } from '~/ui/badge';
import { keepBehindDialog, useWholeList } from '~/ui/behind-dialog';
import { Button, ButtonLink, ButtonRow, buttonLook } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { hitsText } from '~/ui/hits';
import { IconChevronDown, IconPeople, IconPlus } from '~/ui/icons';
import { Initials } from '~/ui/initials';
import { Input, Select } from '~/ui/input';
import { followLink } from '~/ui/link';
import { More, MoreLink } from '~/ui/more';
import { PageHeader } from '~/ui/page-header';
import { PageLinks } from '~/ui/page-links';
import { useScripted } from '~/ui/scripted';
import { SearchField } from '~/ui/search-field';
import { RowActions, RowLink, Table } from '~/ui/table';
import { titled } from '~/ui/title';
import { ReachLinks } from '../components/reach';
import { readMembersPage } from '../operations/lists.server';
import * as policy from '../policy';
import { byName, type MemberFilters } from '../schema';
import { CREATE_MEMBER, messages, NO_LETTER, nameOf } from '../wording';

export const meta = titled('Mitglieder');
export const shouldRevalidate = keepBehindDialog;

const read = page(readMembersPage, { remembered: (args) => inSight(args, membersPath()) });

export const loader = async (args: LoaderFunctionArgs) =>
  partInSight(await read(args), args, { path: membersPath(), nextAfter: byName.cursorAt });

/** The members of the active organisation by name, with search and pages (D1). */
export default function MemberList() {
  const {
    rows,
    part,
    q,
    filters,
    previous,
    next,
    count,
    inAll,
    andMore,
    letters,
    groups,
    anyGroups,
  } = useLoaderData<typeof loader>();
  useWholeList(part);
  const scope = useScope();
  const mayEdit = policy.edit({ scope });
  const mayInvite = administer({ scope });
  const looksAfter = policy.lookAfter({ scope });
  const { search } = useLocation();
  // Without scripts only the row tells whom an action is about, as repeating names costs half a
  // kilobyte.
  const named = useScripted();
  const chosen = chosenOf(filters);
  const at = (slice: { after?: string; before?: string }) =>
    membersPath(searchOf({ q, ...chosen, ...slice }));
  const creation = mayEdit && (
    <ButtonLink variant="primary" to={newMemberPath(search)} dialog>
      <IconPlus />
      {CREATE_MEMBER}
    </ButtonLink>
  );
  const isWhole = listSearch(search) === '';
  const showsGroups = looksAfter || anyGroups;
  const isEmpty = rows.length === 0;
  const isBlank = isWhole && isEmpty;
  const hasFilters = Object.keys(chosen).length > 0;
  const isFiltered = q !== '' || hasFilters;
  // They stay in their place while one types.
  const places = useRef<string[]>([]);
  if (q === '') places.current = letters;
  const hasLetters = places.current.length > 1;

  return (
    <>
      <PageHeader
        title="Mitglieder"
        about={
          !isBlank && (
            <p className={previous || next ? 'print:hidden' : ''} role="status">
              {andMore && 'Über '}
              {isFiltered ? hitsText(count) : inAll}
            </p>
          )
        }
        actions={creation}
      />
      <div className={TOOLS}>
        {!isBlank && (
          <div className="flex min-w-0 flex-1 basis-44">
            <SearchField
              live
              label="Mitglieder suchen"
              defaultValue={q}
              action={membersPath()}
              hidden={chosen}
            />
          </div>
        )}
        {!isBlank && (groups.length > 0 || looksAfter) && (
          <Filters
            // Remounts the form for each choice.
            key={search}
            q={q}
            chosen={chosen}
            groups={groups}
            all={looksAfter}
          />
        )}
        {hasLetters && <Letters letters={places.current} search={search} />}
        <div className="flex flex-wrap gap-3 empty:hidden max-sm:flex-1 max-sm:*:flex-auto">
          {showsGroups && <ButtonLink to={groupsPath}>Gruppen</ButtonLink>}{' '}
          {(mayInvite || mayEdit) && (
            <More>
              {mayInvite && <MoreLink to={invitingPath()}>{INVITE}</MoreLink>}{' '}
              {mayEdit && (
                <>
                  <MoreLink to={importsPath}>Importieren</MoreLink>{' '}
                  <MoreLink to={exportPath(searchOf({ q, ...chosen }))}>Exportieren</MoreLink>
                </>
              )}
            </More>
          )}
        </div>
      </div>
      {!isEmpty ? (
        <div className="led names bare">
          <Table
            caption="Mitglieder"
            rows={rows}
            rowKey={(member) => member.uuid}
            columns={[
              {
                label: 'Vorname',
                cell: ({ uuid, firstName, lastName }) => (
                  <>
                    <Initials firstName={firstName} lastName={lastName} seed={uuid} />
                    {firstName}
                  </>
                ),
              },
              {
                label: 'Nachname',
                rowHeader: true,
                cell: ({ uuid, lastName, distinction, groups, link }) => (
                  <>
                    <a href={memberPath(uuid, '', search)} data-dialog="">
                      {lastName}
                    </a>
                    {distinction && <i> {distinction}</i>}
                    {link && <LinkState link={link} />}
                    {groups && <small>{` ${groups}`}</small>}
                  </>
                ),
              },
              {
                label: 'Aktionen',
                cell: (member) =>
                  (mayEdit || member.tel || member.mail) && (
                    <RowActions>
                      {mayEdit && (
                        <>
                          <RowLink
                            to={memberPath(member.uuid, 'edit', search)}
                            of={named ? nameOf(member) : undefined}
                            icon="edit"
                            dialog
                          >
                            Bearbeiten
                          </RowLink>
                          <RowLink
                            to={memberPath(member.uuid, 'delete', search)}
                            of={named ? nameOf(member) : undefined}
                            icon="delete"
                            tone="danger"
                            dialog
                          >
                            Löschen
                          </RowLink>
                        </>
                      )}
                      <ReachLinks {...member} of={nameOf(member)} />
                    </RowActions>
                  ),
              },
            ]}
          />
        </div>
      ) : isWhole ? (
        <EmptyState title="Noch keine Mitglieder" drawing>
          {mayEdit ? 'Erstellen Sie das erste Mitglied.' : 'Mitglieder trägt Ihr Verein ein.'}
        </EmptyState>
      ) : (
        <EmptyState
          title="Keine Mitglieder gefunden"
          icon={IconPeople}
          action={<ButtonLink to={membersPath()}>Alle Mitglieder anzeigen</ButtonLink>}
        >
          {q !== '' && 'Gesucht wird in Namen und Kennungen.'}
          {hasFilters && ' Vielleicht passt ein Filter nicht.'}
        </EmptyState>
      )}
      <PageLinks
        previous={previous && at({ before: previous })}
        next={next && at({ after: next })}
      />
      <Outlet />
    </>
  );
}

/** Search, filters, letters and what can be done with all members. */
const TOOLS =
  'flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:[&_.button]:px-3 max-sm:[&_.button]:text-sm print:hidden';

/** Unfolds what follows it, which stands below the row. */
function Unfold({ open, name, children }: { open?: boolean; name?: string; children: string }) {
  return (
    <details className={`group ${name ? 'sm:hidden' : ''}`} open={open}>
      <summary className={`${buttonLook()} group-open:svg:rotate-180`} aria-label={name}>
        {children}
        <IconChevronDown />
      </summary>
    </details>
  );
}

const UNFOLDED = 'order-1 basis-full';

/** Links to each letter, in one line; folded on a phone. */
function Letters({ letters, search }: { letters: string[]; search: string }) {
  const shown = new URLSearchParams(search).get('from');
  return (
    <>
      <Unfold name="Anfangsbuchstaben">A–Z</Unfold>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click. */}
      <nav
        className={`${UNFOLDED} flex flex-wrap max-sm:[:not([open])+&]:hidden`}
        aria-label="Anfangsbuchstaben"
        onClick={followLink}
      >
        {letters.map((letter, at) => (
          <a
            className={LETTER}
            key={letter}
            aria-current={letter === shown || undefined}
            aria-label={letter === NO_LETTER ? `${letter}: Ziffern und Zeichen` : undefined}
            href={membersPath(at > 0 ? `?from=${letter}` : '')}
          >
            {letter}
          </a>
        ))}
      </nav>
    </>
  );
}

const LETTER =
  'grid min-h-target min-w-6 flex-1 place-items-center rounded font-semibold no-underline ' +
  'hover:bg-green-soft aria-[current]:bg-green-soft';

const searchOf = (fields: Record<string, string>) => `?${new URLSearchParams(fields)}`;

/** The chosen filters, as in the address. */
const chosenOf = ({ status, ...filters }: MemberFilters): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...filters, status: status === 'former' ? status : undefined }).flatMap(
      ([name, value]) => (value === undefined ? [] : [[name, String(value)]]),
    ),
  );

type FiltersProps = {
  q: string;
  chosen: Record<string, string>;
  groups: readonly { uuid: string; name: string }[];
  /** Includes what only those who look after members may see. */
  all: boolean;
};

/** Filters the list (O11); folded until something is chosen. */
function Filters({ q, chosen, groups, all }: FiltersProps) {
  const count = Object.keys(chosen).length;
  return (
    <>
      <Unfold open={count > 0}>{count > 0 ? `Filter (${count})` : 'Filter'}</Unfold>
      <Form className={FILTERS} method="get" action={membersPath()}>
        {q !== '' && <input type="hidden" name="q" value={q} />}
        {groups.length > 0 && (
          <Filter
            name="group"
            label="Gruppe"
            value={chosen.group}
            options={[['', 'Alle'], ...groups.map(({ uuid, name }) => [uuid, name])]}
          />
        )}
        {all && (
          <>
            <Filter name="status" label="Status" value={chosen.status} options={STATUS} />
            <Filter name="access" label="Zugang" value={chosen.access} options={ACCESS} />
            <label className="grid gap-1" htmlFor="filter-year">
              <b>Geburtsjahr</b>
              <Input
                id="filter-year"
                name="year"
                defaultValue={chosen.year}
                inputMode="numeric"
                autoComplete="off"
                placeholder="JJJJ"
                pattern="\d{4}"
                title="Vier Ziffern"
              />
            </label>
          </>
        )}
        <ButtonRow>
          <Button>Anwenden</Button>
          {count > 0 && (
            <ButtonLink variant="quiet" to={membersPath(q && `?${new URLSearchParams({ q })}`)}>
              Zurücksetzen
            </ButtonLink>
          )}
        </ButtonRow>
      </Form>
    </>
  );
}

const FILTERS =
  `${UNFOLDED} grid items-end gap-3 rounded border border-line bg-card p-4 sm:grid-cols-2 ` +
  '[:not([open])+&]:hidden';

const STATUS = [
  ['', 'Aktive'],
  ['former', 'Ehemalige'],
];
const ACCESS = [
  ['', 'Mit und ohne'],
  ['none', 'Noch ohne'],
];

type FilterProps = { name: string; label: string; value?: string; options: string[][] };

/** A choice that filters. @param options values with their words */
function Filter({ name, label, value, options }: FilterProps) {
  return (
    <label className="grid gap-1 font-semibold" htmlFor={`filter-${name}`}>
      {label}
      <Select
        id={`filter-${name}`}
        name={name}
        defaultValue={value}
        options={options.map(([value = '', label = '']) => ({ value, label }))}
      />
    </label>
  );
}

/** Whether a member has been invited, or has a user (D3); for users who may invite. */
function LinkState({ link }: { link: 'invited' | 'linked' }) {
  return (
    <> {link === 'invited' ? <Badge tone="orange">Eingeladen</Badge> : <Badge>Mit Zugang</Badge>}</>
  );
}

export const ErrorBoundary = activeErrorScreen(messages.membersLoadFailed);
