import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { ButtonRow } from './button';
import { IconChevronLeft } from './icons';

/**
 * The page's heading (its only h1), the way back above it and its actions beside it. A single action
 * stays beside it on a phone, too: it takes two lines before the title does.
 */
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
    <div
      className={
        'flex items-center justify-between gap-x-4 gap-y-2 ' +
        'has-[.button-row>:nth-child(2)]:flex-wrap'
      }
    >
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
      {actions && (
        <div className="shrink-99999 max-sm:[&_.button]:px-3 max-sm:[&_.button]:text-sm">
          <ButtonRow>{actions}</ButtonRow>
        </div>
      )}
    </div>
  );
}
