import { Form } from '@remix-run/react';
import { useRef } from 'react';
import { IconCheck, IconChevronDown } from './icons';
import { Link } from './link';
import { CHOICE, LIST, useClosing } from './more';

export type OrganizationChoice = { uuid: string; name: string };

type OrganizationSelectProps = {
  organizations: OrganizationChoice[];
  active: string | null;
  /** Takes the post with `organization`, the chosen uuid. */
  action: string;
  /** The screen that founds an organisation; null for people who may not. */
  foundTo: string | null;
};

const SELECTOR =
  'flex min-h-target items-center gap-1.5 rounded border py-0.5 pr-2 pl-3 ' +
  'group-open:svg:rotate-180 max-sm:ml-auto max-sm:max-w-50';

const BOX = 'justify-between border-line-strong w-50 max-sm:w-full lg:w-86';

/**
 * The header's organisation selector (B1): a details element with one form of submit buttons, so it
 * needs no script.
 */
export function OrganizationSelect({
  organizations,
  active,
  action,
  foundTo,
}: OrganizationSelectProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useClosing(details, active);

  if (organizations.length === 0 && foundTo === null) return null;
  const current = organizations.find((organization) => organization.uuid === active);
  /** Scrolled into view when the list opens. */
  const currentFirst = (one: OrganizationChoice, other: OrganizationChoice) =>
    Number(other === current) - Number(one === current);
  const single = organizations.length === 1 && current;
  if (single && foundTo === null)
    return (
      <p className="text-right leading-tight font-semibold wrap-anywhere max-sm:flex-1">
        {current.name}
      </p>
    );
  return (
    <details className="group relative shrink-99999 max-sm:min-w-0 max-sm:flex-1" ref={details}>
      <summary className={`${SELECTOR} ${single ? 'border-transparent' : BOX}`}>
        {/* A click outside the list closes it, without a script too, and does nothing else. */}
        <span className="fixed inset-0 z-10 hidden group-open:block" />
        <span className={`line-clamp-3 font-semibold wrap-anywhere ${nameSize(current?.name)}`}>
          <span className="visually-hidden">Verein: </span>
          {current?.name ?? 'Verein wählen'}
        </span>
        <IconChevronDown />
      </summary>
      <div className={`${LIST} right-0`}>
        {organizations.length > 0 && (
          <Form method="post" action={action}>
            {[...organizations].sort(currentFirst).map(({ uuid, name }) => (
              <button
                key={uuid}
                className={`${CHOICE} not-first:border-t not-first:border-line text-ink aria-[current]:font-bold`}
                type="submit"
                name="organization"
                value={uuid}
                aria-current={uuid === active ? 'true' : undefined}
              >
                {name}
                {uuid === active && (
                  <span className="ml-auto flex flex-none text-green">
                    <IconCheck />
                  </span>
                )}
              </button>
            ))}
          </Form>
        )}
        {foundTo !== null && (
          <Link
            className={
              organizations.length > 0
                ? `${CHOICE} sticky bottom-0 border-t border-line bg-card text-md text-muted`
                : `${CHOICE} text-ink`
            }
            to={foundTo}
          >
            Organisation erstellen
          </Link>
        )}
      </div>
    </details>
  );
}

/** A long name is not cut: three lines in small type fit into the header. */
const nameSize = (name = '') =>
  name.length > 32 ? 'text-2xs leading-tight' : 'text-sm leading-tight';
