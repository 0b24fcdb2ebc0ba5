import type { ReactNode } from 'react';
import type { Icon } from './icons';

/**
 * Takes the place of an empty list: what is missing (`title`), why or what to do (the children),
 * and the way on (`action`).
 */
export function EmptyState({
  title,
  heading: Heading = 'h2',
  icon: EmptyIcon,
  action,
  children,
}: {
  title: string;
  /** h1 in place of a whole screen. */
  heading?: 'h1' | 'h2';
  icon?: Icon;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div
      className={
        'grid justify-items-center gap-3 rounded border-2 border-dashed border-line px-4 py-10 ' +
        'text-center wrap-anywhere text-muted *:[svg]:size-10'
      }
    >
      {EmptyIcon && <EmptyIcon />}
      <Heading className="text-ink">{title}</Heading>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
