import type { FormMetadata } from '@conform-to/react';
import { useLocation } from '@remix-run/react';
import { type FormEvent, type MouseEvent, useRef } from 'react';
import type { OutputOf } from '~/kernel/operation';
import { invitingPath } from '~/paths/invitations';
import { listSearch } from '~/paths/members';
import { Badge } from '~/ui/badge';
import { ButtonLink } from '~/ui/button';
import { Disclosure } from '~/ui/disclosure';
import { ErrorText } from '~/ui/field-frame';
import { Initials } from '~/ui/initials';
import { Input } from '~/ui/input';
import type { readInvitableMembers } from '../operations/several.server';
import type { CHOICES } from '../schema';

export type RowFields = {
  rows: Array<{ member: string; chosen?: string; email?: string; known?: string }>;
};

type Member = OutputOf<typeof readInvitableMembers>['members'][number];

type InvitationRowsProps = {
  form: FormMetadata<RowFields, string[]>;
  members: readonly Member[];
  /** Whether they are hits of a search. */
  isFound: boolean;
  /** Whether there are more on other pages. */
  isPart: boolean;
  onChooseAll: () => void;
};

/** The members to choose from: those with an address, and folded below them those without. */
export function InvitationRows({ form, members, isFound, ...list }: InvitationRowsProps) {
  const typed = typedRows(form);
  const rows = members.map(({ email: known, ...member }, at): RowProps => {
    const input = typed.get(member.uuid);
    const field = fieldNameOf(typed, member.uuid, at);
    const errors = form.allErrors[field]?.filter(Boolean);
    const { chosen, email } = input ?? { chosen: member.chosen, email: known };
    const opened = Boolean(errors) || email !== known || (isFound && known === '');
    const id = `${form.id}-${field}`;
    return { ...member, chosen, known, email, name: `rows[${at}]`, id, errors, opened };
  });
  const reached = rows.filter(({ known }) => known !== '');
  const others = rows.filter(({ known }) => known === '');
  if (reached.length === 0) return <Rows {...list} rows={others} choose="link" />;
  return (
    <div className="grid gap-4">
      <Rows {...list} rows={reached} choose="mail" />
      {others.length > 0 && (
        <Disclosure
          summary={`${others.length} ohne E-Mail-Adresse`}
          open={others.some(({ chosen, opened }) => chosen || opened)}
        >
          <Rows {...list} rows={others} choose="link" />
        </Disclosure>
      )}
    </div>
  );
}

/** The name of a member's address field, by which a refused form has its errors; no name if it did not have them. */
export const fieldNameOf = (
  typed: ReturnType<typeof typedRows>,
  member: string,
  at: number,
): string => (typed.size > 0 ? (typed.get(member)?.field ?? member) : `rows[${at}].email`);

/** The input of a refused form by member, with the address field's name there: rows above may be gone. */
export function typedRows({ initialValue }: Pick<InvitationRowsProps['form'], 'initialValue'>) {
  const rows = initialValue?.rows;
  const typed = new Map<unknown, { field: string; chosen: boolean; email: string }>();
  if (!Array.isArray(rows)) return typed;
  for (const [at, row] of rows.entries())
    if (row)
      typed.set(row.member, {
        field: `rows[${at}].email`,
        chosen: row.chosen === 'on',
        email: row.email ?? '',
      });
  return typed;
}

type RowsProps = Pick<InvitationRowsProps, 'isPart' | 'onChooseAll'> & {
  rows: readonly RowProps[];
  /** What the link to select all puts into the URL, without scripts. */
  choose: (typeof CHOICES)[number];
};

function Rows({ rows, choose, isPart, onChooseAll }: RowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const { search } = useLocation();
  const uninvited = rows.filter(({ invitedAt }) => invitedAt === null).length;
  const who = uninvited < rows.length ? ' ohne Einladung' : '';
  const all = new URLSearchParams(listSearch(search));
  all.set('choose', choose);

  /** In place, which keeps typed addresses; without scripts the link does it. */
  function chooseAll(event: MouseEvent) {
    event.preventDefault();
    for (const box of list.current?.querySelectorAll<HTMLInputElement>('[data-new]') ?? [])
      box.checked = true;
    onChooseAll();
  }

  return (
    <div className="@container grid gap-3">
      {uninvited > 0 && (
        <div>
          <ButtonLink size="small" to={`${invitingPath()}?${all}`} onClick={chooseAll}>
            {`${uninvited > 1 ? 'Alle ' : ''}${uninvited}${who}${isPart ? ' auf dieser Seite' : ''} auswählen`}
          </ButtonLink>
        </div>
      )}
      <ul ref={list} className="rounded border border-line bg-card leaf">
        {rows.map((row) => (
          <Row key={row.uuid} {...row} />
        ))}
      </ul>
    </div>
  );
}

type RowProps = Member & {
  /** The address that the club has, or ''. */
  known: string;
  /** The prefix of its fields, and the id of its address field. */
  name: string;
  id: string;
  errors?: string[];
  /** Whether the address field is shown at once. */
  opened: boolean;
};

/** A box, and the member whom it invites; the address field is folded. */
function Row({
  uuid,
  invitedAt,
  chosen,
  known,
  email,
  name,
  id,
  errors,
  opened,
  ...who
}: RowProps) {
  const person = `${who.firstName} ${who.lastName}`;
  return (
    <li
      className="relative flex flex-wrap items-center gap-x-2 px-4 not-first:border-t not-first:border-line"
      data-known={known}
    >
      <input type="hidden" name={`${name}.member`} value={uuid} />
      {known && <input type="hidden" name={`${name}.known`} value={known} />}
      <label className="flex min-h-target min-w-0 flex-1 basis-44 cursor-pointer items-center py-1.5">
        <input
          className="mr-2 flex-none"
          type="checkbox"
          name={`${name}.chosen`}
          defaultChecked={chosen}
          data-new={invitedAt === null ? '' : undefined}
        />
        <Initials firstName={who.firstName} lastName={who.lastName} seed={uuid} />
        <span className="min-w-0 wrap-anywhere">
          <span className={known && 'block pr-20'}>
            {`${who.lastName}, ${who.firstName}`}
            {who.distinction && <span className="text-muted"> {who.distinction}</span>}
            {invitedAt && (
              <>
                {' '}
                <Badge>{`Eingeladen\u00a0${invitedAt.slice(8, 10)}.${invitedAt.slice(5, 7)}.`}</Badge>
              </>
            )}
          </span>
          {known && <span className="block text-md text-muted"> {known}</span>}
        </span>
      </label>
      {/* An address is long: the name leaves room for what changes it. */}
      <div
        className={`has-[[open]]:basis-full ${known && 'absolute -top-1 right-3 has-[[open]]:static'}`}
      >
        <details className="group" open={opened}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button. */}
          <summary className="flex min-h-target items-center text-md text-muted" onClick={unfold}>
            {known ? (
              <>
                <span className="group-open:hidden">Ändern</span>
                <span className="hidden group-open:block">Nur für diese Einladung</span>
              </>
            ) : (
              <>
                <span aria-hidden="true">+&nbsp;</span>E-Mail
                <span className="max-sm:sr-only">&nbsp;eintragen</span>
              </>
            )}
          </summary>
          <div className="grid gap-1 pb-3">
            {errors && <ErrorText id={`${id}-error`}>{errors.join(' ')}</ErrorText>}
            <Input
              id={id}
              name={`${name}.email`}
              type="email"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              autoComplete="off"
              placeholder="E-Mail"
              aria-label={`E-Mail von ${person}`}
              aria-invalid={errors ? true : undefined}
              aria-describedby={errors && `${id}-error`}
              defaultValue={email}
              onInput={choose}
            />
          </div>
        </details>
      </div>
    </li>
  );
}

/** Entering an address invites the member, as the box shows at once. */
function choose({ currentTarget }: FormEvent) {
  const box = currentTarget.closest('li')?.querySelector<HTMLInputElement>('[type=checkbox]');
  if (box) box.checked = true;
}

/** Opens with the focus in the field. */
function unfold(event: MouseEvent) {
  const details = event.currentTarget.parentElement as HTMLDetailsElement;
  event.preventDefault();
  details.open = !details.open;
  if (details.open) details.querySelector('input')?.focus();
}
