import type { ReactNode } from 'react';
import { Clubhouse } from './clubhouse';
import type { Icon } from './icons';

/**
 * Takes the place of an empty list: what is missing (`title`), why or what to do (the children),
 * and the way on (`action`).
 */
export function EmptyState({
  title,
  heading: Heading = 'h2',
  icon: EmptyIcon,
  drawing,
  action,
  children,
}: {
  title: string;
  /** h1 in place of a whole screen. */
  heading?: 'h1' | 'h2';
  icon?: Icon;
  /** The clubhouse instead of an icon: if there is nothing yet, not if a search finds nothing. */
  drawing?: boolean;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div
      className={
        'grid justify-items-center gap-5 px-4 py-8 text-center text-balance wrap-anywhere text-muted ' +
        (drawing ? '' : 'svg:size-10')
      }
    >
      {drawing ? <Clubhouse /> : EmptyIcon && <EmptyIcon />}
      <Heading className="text-ink">{title}</Heading>
      {children && <p className="-mt-2">{children}</p>}
      {action}
    </div>
  );
}
