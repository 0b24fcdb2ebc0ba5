import { Form, Link, useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { IconCheck, IconChevronDown, IconPlus } from './icons';

export type OrganizationChoice = { uuid: string; name: string };

type OrganizationSelectProps = {
  organizations: OrganizationChoice[];
  active: string | null;
  /** Takes the post with `organization`, the chosen uuid. */
  action: string;
  /** Where an organisation is founded; null where that is not allowed. */
  foundTo: string | null;
};

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
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes it again.
  useEffect(() => details.current?.removeAttribute('open'), [key, active]);

  useEffect(() => {
    function closeOutside(event: Event) {
      const element = details.current;
      if (element?.open && event.target instanceof Node && !element.contains(event.target))
        element.open = false;
    }
    function closeOnEscape(event: KeyboardEvent) {
      const element = details.current;
      if (event.key !== 'Escape' || !element?.open) return;
      element.open = false;
      element.querySelector('summary')?.focus();
    }
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, []);

  if (organizations.length === 0 && foundTo === null) return null;
  const current = organizations.find((organization) => organization.uuid === active);
  return (
    <details className="select" ref={details}>
      <summary>
        <span>
          <span className="visually-hidden">Organisation: </span>
          {current?.name ?? 'Organisation wählen'}
        </span>
        <IconChevronDown />
      </summary>
      <div className="select-list">
        {organizations.length > 0 && (
          <Form method="post" action={action}>
            {organizations.map(({ uuid, name }) => (
              <button
                key={uuid}
                type="submit"
                name="organization"
                value={uuid}
                aria-current={uuid === active ? 'true' : undefined}
              >
                {name}
                {uuid === active && <IconCheck />}
              </button>
            ))}
          </Form>
        )}
        {foundTo !== null && (
          <Link to={foundTo} discover="none">
            <IconPlus />
            Organisation erstellen
          </Link>
        )}
      </div>
    </details>
  );
}
