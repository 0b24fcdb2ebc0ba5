import type { ReactNode } from 'react';

/**
 * A piece of paper on the board: a section with an optional heading; `pinned` draws the pin of a
 * notice.
 */
export function Card({
  title,
  pinned,
  children,
}: {
  title?: string;
  pinned?: boolean;
  children: ReactNode;
}) {
  return (
    <section className="card" data-pinned={pinned ? '' : undefined}>
      {title && <h2>{title}</h2>}
      {children}
    </section>
  );
}

/** Pieces one below the other with the usual distance. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className="stack">{children}</div>;
}
