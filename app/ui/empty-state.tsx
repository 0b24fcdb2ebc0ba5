import type { ReactNode } from 'react';
import type { Icon } from './icons';

/** What stands where a list would be: what is missing (`title`), why or what to do, and the way on (`action`). */
export function EmptyState({
  title,
  icon: EmptyIcon,
  action,
  children,
}: {
  title: string;
  icon?: Icon;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="empty-state">
      {EmptyIcon && <EmptyIcon />}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
