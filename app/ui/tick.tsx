import { type ComponentProps, forwardRef } from 'react';

/** A box to tick, with its text beside it. */
export const Tick = forwardRef<HTMLInputElement, Omit<ComponentProps<'input'>, 'type'>>(
  function Tick({ children, ...box }, ref) {
    return (
      <label className="flex cursor-pointer items-start gap-3 py-1.5 pointer-coarse:min-h-target">
        <input ref={ref} type="checkbox" {...box} />
        <span className="min-w-0 wrap-anywhere">{children}</span>
      </label>
    );
  },
);
