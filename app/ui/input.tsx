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

/** Browsers that fit the control to its text ignore `rows`. */
const ROWS = { 3: 'min-h-[calc(3lh+1rem)]', 5: 'min-h-[calc(5lh+1rem)]' };

type MultilineInputProps = Omit<ComponentProps<'textarea'>, 'className' | 'rows'> & {
  rows: keyof typeof ROWS;
};

/** A control of `rows` lines, which grows with its text where the browser knows how. */
export function MultilineInput({ rows, ...props }: MultilineInputProps) {
  const look = `${LOOK} ${ROWS[rows]} resize-y field-sizing-content`;
  return <textarea {...props} rows={rows} className={look} />;
}
