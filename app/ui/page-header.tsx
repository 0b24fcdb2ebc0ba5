import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { ButtonRow } from './button';
import { IconChevronLeft } from './icons';

/** The page's heading (its only h1), the way back above it and its actions beside it. */
export function PageHeader({
  title,
  back,
  actions,
}: {
  title: ReactNode;
  back?: { to: string; label?: string };
  actions?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {back && (
          <Link
            className="inline-flex min-h-target items-center gap-1.5 print:hidden"
            discover="none"
            to={back.to}
          >
            <IconChevronLeft />
            {back.label ?? 'Zurück'}
          </Link>
        )}
        <h1>{title}</h1>
      </div>
      {actions && <ButtonRow>{actions}</ButtonRow>}
    </div>
  );
}
