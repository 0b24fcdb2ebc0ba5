import type { ReactNode } from 'react';

/** Something to unfold; `note` says in the folded line how much there is. Needs no script. */
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
  return (
    <details className="disclosure" open={open}>
      <summary>
        {summary}
        {note && <span>{note}</span>}
      </summary>
      <div>{children}</div>
    </details>
  );
}
