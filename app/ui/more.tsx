import { useLocation } from '@remix-run/react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { buttonLook } from './button';
import { IconChevronDown } from './icons';
import { Link } from './link';

/** What unfolds over the page, in a `relative` details element that is a `group`. */

export const LIST =
  'absolute z-20 mt-1 max-h-75 w-50 overflow-y-auto rounded ' +
  'border border-line-strong bg-card px-1 pt-1 shadow-raised';

/** A line of it. */
export const CHOICE =
  'flex min-h-target w-full cursor-pointer items-center gap-2 px-3 py-2 text-left wrap-anywhere ' +
  'no-underline hover:bg-green-soft';

type MoreProps = {
  /** Unfolds over what is above on a phone, where it ends the page. */
  up?: boolean;
  children: ReactNode;
};

/** Rarely needed links: MoreLinks, over what is below. Needs no script. */
export function More({ up, children }: MoreProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useClosing(details);
  return (
    <details
      className="group relative print:hidden"
      ref={details}
      // On a phone it may be at the bottom.
      onToggle={({ currentTarget }) =>
        currentTarget.open && currentTarget.lastElementChild?.scrollIntoView({ block: 'nearest' })
      }
    >
      <summary className={`${buttonLook()} w-full group-open:svg:rotate-180`}>
        Mehr
        <IconChevronDown />
      </summary>
      <div className={`${LIST} right-0 ${up ? 'max-sm:bottom-full' : ''}`}>{children}</div>
    </details>
  );
}

type MoreLinkProps = {
  to: string;
  /** The target is a RouteDialog over this page. */
  dialog?: boolean;
  tone?: 'danger';
  children: string;
};

export function MoreLink({ to, dialog, tone, children }: MoreLinkProps) {
  return (
    <Link
      className={`${CHOICE} ${tone ? 'text-red' : 'text-ink'}`}
      to={to}
      preventScrollReset={dialog}
    >
      {children}
    </Link>
  );
}

/**
 * Closes what unfolds over the page after a navigation, on Escape, and when the focus or a click
 * goes elsewhere.
 * @param active closes it when it changes
 */
export function useClosing(details: RefObject<HTMLDetailsElement>, active?: string | null): void {
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes it again.
  useEffect(() => details.current?.removeAttribute('open'), [details, key, active]);

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
  }, [details]);
}
