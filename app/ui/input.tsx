import { type ComponentProps, forwardRef } from 'react';

const LOOK =
  'w-full rounded border border-line-strong bg-card px-3 py-1.75 text-ink ' +
  'placeholder:text-muted read-only:bg-paper ' +
  'focus-visible:border-focus focus-visible:outline-offset-0 ' +
  'aria-invalid:border-2 aria-invalid:border-red';

/** A control of one line. */
export const Input = forwardRef<HTMLInputElement, Omit<ComponentProps<'input'>, 'className'>>(
  function Input(props, ref) {
    return <input {...props} ref={ref} className={`${LOOK} min-h-target`} />;
  },
);

/** A control of several lines, which grows with its text where the browser knows how. */
export function MultilineInput(props: Omit<ComponentProps<'textarea'>, 'className'>) {
  return <textarea {...props} className={`${LOOK} min-h-22 resize-y field-sizing-content`} />;
}
