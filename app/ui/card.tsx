import type { ReactNode } from 'react';

/** A note on the board: a section with an optional heading. `pinned` draws the pin that holds it. */
export function Card({
  title,
  aside,
  pinned,
  children,
}: {
  title?: string;
  /** Beside the heading. */
  aside?: ReactNode;
  pinned?: boolean;
  children: ReactNode;
}) {
  const Box = title ? 'section' : 'div';
  return (
    <Box
      className={
        'leaf relative break-inside-avoid rounded border border-line bg-card p-4 sm:p-5 ' +
        (pinned ? 'pt-6 sm:pt-7' : '')
      }
    >
      {pinned && <Pin />}
      {title && (
        <div className="mb-2 flex items-center justify-between gap-4">
          <h2>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </Box>
  );
}

/** What holds a note to the board. */
function Pin() {
  return (
    <span
      aria-hidden="true"
      className={'absolute -top-2 left-1/2 -ml-2.25 size-4.5 rounded-[50%] bg-green leaf'}
    />
  );
}

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
