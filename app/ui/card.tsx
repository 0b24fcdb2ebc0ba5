import type { ReactNode } from 'react';

/** A note on the board: a section with an optional heading. */
export function Card({
  title,
  aside,
  children,
}: {
  title?: string;
  /** Beside the heading. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  const Box = title ? 'section' : 'div';
  return (
    <Box
      className={'leaf relative break-inside-avoid rounded border border-line bg-card p-4 sm:p-5'}
    >
      {title && (
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
          <h2>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </Box>
  );
}

/** Below a grid's class: a wide column and a narrow one beside it, where there is room. */
export const COLUMNS = 'lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]';

/** A stack with the usual gaps. */
export function Stack({
  as: Element = 'div',
  children,
}: {
  as?: 'div' | 'section';
  children: ReactNode;
}) {
  return <Element className="grid min-w-0 grid-cols-1 content-start gap-5">{children}</Element>;
}
