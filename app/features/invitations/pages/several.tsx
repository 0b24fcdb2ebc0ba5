import { Form, useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { edit } from '~/features/members/policy';
import { CREATE_MEMBER } from '~/features/members/wording';
import { useScope } from '~/frame/context';
import { activeErrorScreen } from '~/frame/error-screen';
import { counted } from '~/numbers';
import { importsPath } from '~/paths/imports';
import { invitingPath } from '~/paths/invitations';
import { listSearch, membersPath, newMemberPath } from '~/paths/members';
import { Button, ButtonBar, ButtonLink } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { ActionForm, useActionForm } from '~/ui/form';
import { IconPeople, IconPlus } from '~/ui/icons';
import { Select } from '~/ui/input';
import { PageHeader } from '~/ui/page-header';
import { PageLinks } from '~/ui/page-links';
import { SearchInput } from '~/ui/search-field';
import { titled } from '~/ui/title';
import {
  fieldNameOf,
  InvitationRows,
  type RowFields,
  typedRows,
} from '../components/invitation-rows';
import { Invited } from '../components/invited';
import { inviteSeveral, readInvitableMembers } from '../operations/several.server';
import { INVITE, messages } from '../wording';

export const meta = titled('Mitglieder einladen');
export const loader = page(readInvitableMembers);

/** The response itself shows the links, as they are not stored (D4). */
export const action = form(inviteSeveral, {
  failure: messages.invitationCreateFailed,
  next: 'show',
});

/** Invites several members at once, by mail or with links to print or copy (D4). */
export default function InviteSeveral() {
  const loaded = useLoaderData<typeof loader>();
  const outcomes = useActionData<typeof action>()?.output;
  return outcomes ? <Invited {...outcomes} /> : <ChooseMembers {...loaded} />;
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

function ChooseMembers({ q, group, groups, members, previous, next }: Loaded) {
  const { search } = useLocation();
  const mayEdit = edit({ scope: useScope() });
  const at = (slice: { after?: string; before?: string }) =>
    invitingPath(`?${new URLSearchParams({ q, group, ...slice })}`);
  const isWhole = listSearch(search) === '';
  return (
    <>
      <PageHeader title="Mitglieder einladen" back={{ to: membersPath(), label: 'Mitglieder' }} />
      {isWhole && members.length === 0 ? (
        <EmptyState
          title="Alle Mitglieder sind dabei"
          icon={IconPeople}
          action={
            mayEdit && (
              <>
                <ButtonLink to={newMemberPath('')} variant="primary">
                  <IconPlus />
                  {CREATE_MEMBER}
                </ButtonLink>
                <ButtonLink to={importsPath} variant="quiet">
                  Importieren
                </ButtonLink>
              </>
            )
          }
        >
          Jedes Mitglied hat schon einen Zugang.
        </EmptyState>
      ) : (
        <>
          <p>
            Wer eine E-Mail-Adresse hat, bekommt eine E-Mail; für alle anderen gibt es einen Link
            zum Kopieren oder Drucken.
            {members.some(({ invitedAt }) => invitedAt) &&
              ' Eine neue Einladung macht die alte ungültig.'}
          </p>
          <Form
            className="grid max-w-160 gap-2 sm:grid-cols-2 print:hidden"
            // Remounts the form for each choice.
            key={search}
            method="get"
            action={invitingPath()}
          >
            {groups.length > 0 && (
              <Select
                name="group"
                aria-label="Gruppe"
                defaultValue={group}
                options={[
                  { value: '', label: 'Alle Gruppen' },
                  ...groups.map(({ uuid, name }) => ({ value: uuid, label: name })),
                ]}
              />
            )}
            <SearchInput id="q" name="q" label="Mitglieder suchen" defaultValue={q} />
          </Form>
          {members.length === 0 ? (
            <EmptyState
              title="Niemand gefunden"
              icon={IconPeople}
              action={<ButtonLink to={invitingPath()}>Alle ohne Zugang anzeigen</ButtonLink>}
            >
              Hier stehen nur Mitglieder, die noch keinen Zugang haben.
            </EmptyState>
          ) : (
            <InvitationForm
              members={members}
              isFound={`${q}${group}` !== ''}
              isPart={Boolean(previous || next)}
            />
          )}
        </>
      )}
      <PageLinks
        previous={previous && at({ before: previous })}
        next={next && at({ after: next })}
      />
    </>
  );
}

type FormProps = Pick<Loaded, 'members'> & { isFound: boolean; isPart: boolean };

function InvitationForm({ members, isFound, isPart }: FormProps) {
  const [inviting] = useActionForm<RowFields>({ id: 'invite' });
  const [chosen, setChosen] = useState<{ count: number; mailed: number } | null>(null);
  const rows = useRef<HTMLDivElement>(null);
  const count = () => setChosen(chosenIn(rows.current));
  // Only scripts can count.
  useEffect(count, []);
  const typed = typedRows(inviting);
  const labels = Object.fromEntries(
    members.map(({ uuid, firstName, lastName }, at) => [
      fieldNameOf(typed, uuid, at),
      `E-Mail von ${firstName} ${lastName}`,
    ]),
  );
  return (
    <ActionForm form={inviting} labels={labels}>
      <div ref={rows} onChange={count}>
        <InvitationRows
          form={inviting}
          isFound={isFound}
          isPart={isPart}
          members={members}
          onChooseAll={count}
        />
      </div>
      <ButtonBar rests={chosen?.count === 0}>
        {chosen && (
          <p className="text-sm sm:order-1" role="status">
            {chosen.count > 0
              ? `${chosen.count} ausgewählt, ${chosen.mailed} mit E-Mail`
              : 'Niemand ausgewählt'}
          </p>
        )}
        {chosen?.count !== 0 && (
          <Button variant="primary">{chosen ? doing(chosen) : INVITE}</Button>
        )}
        <ButtonLink to={membersPath()} variant="quiet">
          Abbrechen
        </ButtonLink>
      </ButtonBar>
    </ActionForm>
  );
}

/** What the button does with the chosen members: without addresses it only makes links. */
const doing = ({ count, mailed }: { count: number; mailed: number }) =>
  mailed > 0 ? `${count} einladen` : `${counted(count, 'Link', 'Links')} erstellen`;

/** A row counts as the server counts it: ticked, or with an address that the club does not have. */
function chosenIn(rows: HTMLElement | null) {
  const chosen = [...(rows?.querySelectorAll('li') ?? [])].flatMap((row) => {
    const email = row.querySelector<HTMLInputElement>('[type=email]')?.value.trim();
    return (email && email !== row.dataset.known) || row.querySelector(':checked') ? [email] : [];
  });
  return { count: chosen.length, mailed: chosen.filter(Boolean).length };
}

export const ErrorBoundary = activeErrorScreen(messages.invitationLoadFailed);
