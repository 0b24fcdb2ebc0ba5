import { type ReactNode, useRef } from 'react';

/** A triangle, as a grid shows no marker. */
const MARKER =
  'before:border-[0.3rem] before:border-r-0 before:border-l-[0.45rem] before:border-transparent ' +
  "before:border-l-current before:[content:''] group-open:before:rotate-90";

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
          'grid min-h-target grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2.5 rounded px-4 ' +
          'py-2.25 font-semibold wrap-anywhere ' +
          MARKER
        }
      >
        {summary}
        {note && <span className="col-2 font-normal text-muted">{note}</span>}
      </summary>
      <div className="px-4 pb-4">{children}</div>
    </details>
  );
}
