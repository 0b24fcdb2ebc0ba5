import { type ComponentProps, forwardRef } from 'react';

/** A box to tick, with its text beside it. */
export const Tick = forwardRef<HTMLInputElement, Omit<ComponentProps<'input'>, 'type'>>(
  function Tick({ children, ...box }, ref) {
    return (
      <label className="flex min-h-target cursor-pointer items-center gap-3">
        <input ref={ref} type="checkbox" {...box} />
        <span>{children}</span>
      </label>
    );
  },
);
