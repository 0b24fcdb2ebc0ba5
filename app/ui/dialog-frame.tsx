import { type ComponentProps, forwardRef, type MouseEvent, type ReactNode } from 'react';

type DialogFrameProps = Omit<ComponentProps<'dialog'>, 'className'> & {
  /** The class that bounds it, if it is not as wide as usual. */
  width: string;
};

/** A dialog's box, which looks the same before and after it becomes modal. */
export const DialogFrame = forwardRef<HTMLDialogElement, DialogFrameProps>(function DialogFrame(
  { width, ...dialog },
  ref,
) {
  return <dialog {...dialog} ref={ref} className={`dialog ${width}`} />;
});

type HeaderProps = {
  children: ReactNode;
  close?: ReactNode;
  /** Between header and content, always visible like the header. */
  message?: ReactNode;
};

/**
 * The title and, beside it, the link that closes the dialog; always visible, unless the window is
 * so low that they would hide the content.
 */
export function DialogHeader({ children, close, message }: HeaderProps) {
  return (
    <div className="top-0 z-1 bg-card tall:sticky">
      <div
        className={
          'flex items-start justify-between gap-4 pr-3 pb-2 pl-6 ' +
          `max-sm:px-4 ${close ? 'pt-3' : 'pt-5'}`
        }
      >
        {children}
        {close}
      </div>
      {message}
    </div>
  );
}

export function DialogBody({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y: only follows what its controls do.
    <div className="grid grid-cols-1 gap-5 px-6 pt-1.5 pb-6 max-sm:px-4" onClick={showUnfolded}>
      {children}
    </div>
  );
}

/** Scrolls to what a click unfolds, as it would be below the buttons. */
function showUnfolded({ target }: MouseEvent) {
  const details = (target as Element).closest('summary')?.parentElement;
  if (details) setTimeout(() => details.scrollIntoView({ block: 'nearest' }));
}

/** The buttons that end a dialog, the main one first: right of the others, on a phone in one line with them as far as they fit; in reach where there is height. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div data-dialog-buttons="">{children}</div>;
}
