import type { ReactNode } from 'react';
import { Hint } from './field-frame';

/** A list of settings. */
export function Settings({ children }: { children: ReactNode }) {
  return <ul>{children}</ul>;
}

/** A setting: its name, its state, what it means, and the form or link that changes it. */
export function Setting({
  label,
  hint,
  state,
  children,
}: {
  label: string;
  hint?: string;
  state: ReactNode;
  children: ReactNode;
}) {
  return (
    <li
      className={
        'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 border-line py-3 ' +
        'not-first:border-t'
      }
    >
      <div className="grid justify-items-start gap-1 font-semibold">
        <p>{label}</p>
        {state}
      </div>
      {children}
      {hint && (
        <div className="col-span-2">
          <Hint>{hint}</Hint>
        </div>
      )}
    </li>
  );
}
