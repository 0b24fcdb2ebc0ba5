import { type ComponentProps, forwardRef, type ReactNode } from 'react';

const LOOK =
  'fixed inset-0 z-30 m-auto hidden h-fit max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] flex-col ' +
  'overflow-auto overscroll-contain scroll-pt-18 scroll-pb-4 rounded-[0.875rem] border ' +
  'border-line bg-card text-ink shadow-raised backdrop:bg-shade open:flex ' +
  'has-[.checklist]:scroll-pb-24';

/** On a phone it rises from the lower edge. */
const PHONE =
  'max-sm:mb-0 max-sm:max-h-[calc(100dvh-1.5rem)] max-sm:w-full max-sm:max-w-none ' +
  'max-sm:rounded-t-2xl max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0';

/** An open dialog is what is being printed: it is alone on the paper. */
const PAPER =
  'print:static print:m-0 print:max-h-none print:w-auto print:max-w-none print:overflow-visible ' +
  'print:border-0 print:shadow-none print:backdrop:hidden';

const WIDTHS = { small: 'sm:max-w-104', normal: 'max-w-136', large: 'max-w-208' };

type DialogFrameProps = Omit<ComponentProps<'dialog'>, 'className'> & {
  width: keyof typeof WIDTHS;
};

/** A dialog's box, which looks the same before and after it becomes modal. */
export const DialogFrame = forwardRef<HTMLDialogElement, DialogFrameProps>(function DialogFrame(
  { width, ...dialog },
  ref,
) {
  return <dialog {...dialog} ref={ref} className={`${LOOK} ${WIDTHS[width]} ${PHONE} ${PAPER}`} />;
});

/** The title and, beside it, the link that closes the dialog; in sight however far one scrolls. */
export function DialogHeader({ children, close }: { children: ReactNode; close?: ReactNode }) {
  return (
    <div
      className={
        'sticky top-0 z-1 flex items-center justify-between gap-4 bg-card pr-3 pb-2 pl-6 ' +
        `max-sm:pl-4 ${close ? 'pt-3' : 'pt-5'}`
      }
    >
      {children}
      {close}
    </div>
  );
}

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-5 px-6 pt-1 pb-6 max-sm:px-4">{children}</div>;
}

type ButtonsProps = {
  /** Keeps the buttons in reach below a long list. */
  sticky?: boolean;
  children: ReactNode;
};

/** The row of buttons that ends a dialog, the main one first. */
export function DialogButtons({ sticky, children }: ButtonsProps) {
  return (
    <div
      className={
        'flex flex-row-reverse flex-wrap gap-3 max-sm:*:flex-auto print:hidden ' +
        (sticky ? 'sticky bottom-0 bg-card py-3' : 'pt-1')
      }
    >
      {children}
    </div>
  );
}
