import type { ReactNode } from 'react';
import type { Icon } from './icons';

/**
 * What stands where a list would be: what is missing (`title`), why or what to do, and the way on
 * (`action`).
 */
export function EmptyState({
  title,
  heading: Heading = 'h2',
  icon: EmptyIcon,
  action,
  children,
}: {
  title: string;
  /** h1 where it stands in place of a whole screen. */
  heading?: 'h1' | 'h2';
  icon?: Icon;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="empty-state">
      {EmptyIcon && <EmptyIcon />}
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
