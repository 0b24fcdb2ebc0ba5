import type { FormMetadata } from '@conform-to/react';
import { useLocation } from '@remix-run/react';
import { type MouseEvent, useRef } from 'react';
import { dayOf } from '~/dates';
import { invitingPath } from '~/paths/invitations';
import { listSearch } from '~/paths/members';
import { Badge } from '~/ui/badge';
import { ButtonLink } from '~/ui/button';
import { Initials } from '~/ui/initials';
import { Input } from '~/ui/input';

export type RowFields = { rows: Array<{ member: string; chosen?: string; email?: string }> };

interface Member {
  uuid: string;
  firstName: string;
  lastName: string;
  /** When the open invitation was created. */
  invitedAt: string | null;
  /** Ticked from the start. */
  chosen: boolean;
}

type InvitationRowsProps = {
  form: FormMetadata<RowFields, string[]>;
  members: readonly Member[];
  /** Whether there are more on other pages. */
  isPart: boolean;
  onChooseAll: () => void;
};

/** The members to choose from, each with a box and a field for an address. */
export function InvitationRows({ form, members, isPart, onChooseAll }: InvitationRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const { search } = useLocation();
  const uninvited = members.filter(({ invitedAt }) => invitedAt === null).length;
  const who = uninvited < members.length ? ' ohne Einladung' : '';
  const typed = typedRows(form);
  const all = new URLSearchParams(listSearch(search));
  all.set('choose', 'all');

  /** In place, which keeps typed addresses; without scripts the link does it. */
  function chooseAll(event: MouseEvent) {
    event.preventDefault();
    for (const box of list.current?.querySelectorAll<HTMLInputElement>('[data-new]') ?? [])
      box.checked = true;
    onChooseAll();
  }

  return (
    <div className="grid gap-3">
      {uninvited > 0 && (
        <div>
          <ButtonLink size="small" to={`${invitingPath()}?${all}`} onClick={chooseAll}>
            {`Alle ${uninvited}${who}${isPart ? ' auf dieser Seite' : ''} auswählen`}
          </ButtonLink>
        </div>
      )}
      <ul ref={list} className="rounded border border-line bg-card leaf [&_input]:scroll-mb-36">
        {members.map((member, at) => (
          <Row key={member.uuid} {...member} {...typed.get(member.uuid)} form={form} at={at} />
        ))}
      </ul>
    </div>
  );
}

/** The input of a refused form, by member. */
function typedRows({ initialValue }: InvitationRowsProps['form']) {
  const rows = initialValue?.rows;
  const typed = new Map<unknown, { chosen: boolean; email?: string }>();
  if (!Array.isArray(rows)) return typed;
  for (const row of rows)
    if (row) typed.set(row.member, { chosen: row.chosen === 'on', email: row.email });
  return typed;
}

type RowProps = Member & Pick<InvitationRowsProps, 'form'> & { email?: string; at: number };

function Row({ uuid, firstName, lastName, invitedAt, chosen, email, form, at }: RowProps) {
  const name = `rows[${at}]`;
  const errors = form.allErrors[`${name}.email`]?.filter(Boolean);
  const id = `${form.id}-${name}.email`;
  const person = `${firstName} ${lastName}`;
  return (
    <li
      className={
        'grid items-center gap-x-4 gap-y-1 px-4 py-1.5 not-first:border-t not-first:border-line ' +
        'lg:grid-cols-[minmax(0,1fr)_minmax(0,18rem)]'
      }
    >
      <input type="hidden" name={`${name}.member`} value={uuid} />
      <label className="flex min-h-target cursor-pointer items-center gap-3">
        <input
          className="flex-none"
          type="checkbox"
          name={`${name}.chosen`}
          defaultChecked={chosen}
          data-new={invitedAt === null ? '' : undefined}
        />
        <span className="flex min-w-0 flex-1 items-center">
          <Initials firstName={firstName} lastName={lastName} seed={uuid} />
          <span className="min-w-0 wrap-anywhere">
            {person}{' '}
            {invitedAt && <Badge tone="orange">Eingeladen am {dayOf(new Date(invitedAt))}</Badge>}
          </span>
        </span>
      </label>
      <div className="grid pb-1.5 lg:pb-0">
        <Input
          id={id}
          name={`${name}.email`}
          type="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="off"
          placeholder="E-Mail (optional)"
          aria-label={`E-Mail von ${person} (optional)`}
          aria-invalid={errors ? true : undefined}
          aria-describedby={errors && `${id}-error`}
          defaultValue={email}
        />
        {errors && (
          <p className="text-md font-semibold text-red" id={`${id}-error`}>
            {errors.join(' ')}
          </p>
        )}
      </div>
    </li>
  );
}
