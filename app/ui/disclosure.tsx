import type { ReactNode } from 'react';
import { IconChevronDown } from './icons';

/** A card that unfolds: `summary` and `aside` stand always, the rest once it is opened. Needs no script. */
export function Disclosure({
  summary,
  aside,
  open,
  children,
}: {
  summary: string;
  aside?: ReactNode;
  /** Whether the page shows it unfolded. */
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <details className="disclosure" open={open}>
      <summary>
        <IconChevronDown />
        <span className="disclosure-title">{summary}</span>
        {aside}
      </summary>
      <div className="disclosure-body">{children}</div>
    </details>
  );
}
