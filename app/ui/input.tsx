import { type ComponentProps, forwardRef } from 'react';

const LOOK =
  'w-full rounded border border-line-strong bg-card px-3 py-1.5 text-ink ' +
  'focus-visible:outline-offset-0 ' +
  'aria-invalid:border-2 aria-invalid:border-red';

/** Shows that nothing can be typed; it would always match a select. */
const FIXED = 'read-only:bg-paper';

/** A control of one line. */
export const Input = forwardRef<HTMLInputElement, Omit<ComponentProps<'input'>, 'className'>>(
  function Input(props, ref) {
    return <input {...props} ref={ref} className={`${LOOK} ${FIXED} min-h-target`} />;
  },
);

/** Browsers that fit the control to its text ignore `rows`. */
const ROWS = { 1: 'min-h-target', 3: 'min-h-[calc(3lh+1rem)]', 5: 'min-h-[calc(5lh+1rem)]' };

type MultilineInputProps = Omit<ComponentProps<'textarea'>, 'className' | 'rows'> & {
  rows: keyof typeof ROWS;
  grows?: boolean;
};

/**
 * A control of `rows` lines, which grows with its text if the browser can, but not so far that long
 * text pushes the rest out of sight.
 */
export function MultilineInput({ rows, grows = true, ...props }: MultilineInputProps) {
  const look = `${LOOK} ${FIXED} ${ROWS[rows]} resize-y ${grows ? 'max-h-[50dvh] field-sizing-content' : ''}`;
  return <textarea {...props} rows={rows} className={look} />;
}

type SelectProps = Omit<ComponentProps<'select'>, 'className' | 'children'> & {
  options: ReadonlyArray<{ value: string; label: string }>;
};

/** One of some values that are too many to show all. Browsers take it for read-only. */
export function Select({ options, ...props }: SelectProps) {
  return (
    <select {...props} className={`${LOOK} min-h-target pr-10 text-[min(1rem,5vw)]`}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
