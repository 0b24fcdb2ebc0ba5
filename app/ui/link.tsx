import type { ComponentPropsWithoutRef, MouseEvent } from 'react';
import { router } from './router';

type LinkProps = Omit<ComponentPropsWithoutRef<'a'>, 'href' | 'target' | 'download'> & {
  /** An absolute path (with /app), or a query of this page. */
  to: string;
  /** For dialogs: the page below keeps its scroll position. */
  preventScrollReset?: boolean;
  /** For files and other non-screens: the browser follows the link itself. */
  reloadDocument?: boolean;
};

/** The classes of a link or button whose target covers the nearest `relative` box. */
export const WHOLE = 'after:absolute after:inset-0 after:[content:""]';

/**
 * A link that is followed without a page load if scripts run. Remix's takes a dozen hooks to
 * resolve and prefetch; our paths need neither, and a page has dozens of links.
 */
export function Link({ to, preventScrollReset, reloadDocument, onClick, ...rest }: LinkProps) {
  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (!reloadDocument) followLink(event, preventScrollReset);
  }
  return <a {...rest} href={to} onClick={handleClick} />;
}

/**
 * Handles a click on a link, or on an element whose plain links should be followed without a page
 * load; those with `data-dialog` keep the scroll position.
 */
export function followLink(event: MouseEvent<HTMLElement>, preventScrollReset = false): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || !isPlainClick(event, link)) return;
  event.preventDefault();
  router().navigate(link.pathname + link.search + link.hash, {
    preventScrollReset: preventScrollReset || 'dialog' in link.dataset,
    // As browsers do, so that Back leads to another place.
    replace: link.href === window.location.href,
  });
}

/** True if the browser would follow this link in this tab and within this app. */
function isPlainClick(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return (
    !event.defaultPrevented &&
    event.button === 0 &&
    !modified &&
    !link.target &&
    !link.hasAttribute('download') &&
    link.origin === window.location.origin
  );
}
