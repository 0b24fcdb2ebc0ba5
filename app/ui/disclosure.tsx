import { type ReactNode, useRef } from 'react';
import { IconChevronDown } from './icons';

/** Something to unfold; `note` describes the content in the folded line. Needs no script. */
export function Disclosure({
  summary,
  note,
  open,
  children,
}: {
  summary: ReactNode;
  note?: ReactNode;
  open?: boolean;
  children: ReactNode;
}) {
  // What opened it, such as a refused field, may be gone while somebody still types in it.
  const opened = useRef(open);
  opened.current ||= open;
  return (
    <details className="group rounded border border-line bg-card" open={opened.current}>
      <summary
        className={
          'flex min-h-target items-center gap-3 rounded px-4 py-2 font-semibold wrap-anywhere ' +
          '[[open]>&]:svg:rotate-180'
        }
      >
        <span className="min-w-0 flex-1">
          {summary}
          {note && <span className="block font-normal text-muted">{note}</span>}
        </span>
        <IconChevronDown />
      </summary>
      <div className="px-4 pb-4">{children}</div>
    </details>
  );
}
