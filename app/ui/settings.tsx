import type { ReactNode } from 'react';

/** A list of settings. */
export function Settings({ children }: { children: ReactNode }) {
  return <ul>{children}</ul>;
}

/** A setting: its name, its state, and the form or link that changes it. */
export function Setting({
  label,
  state,
  children,
}: {
  label: string;
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
    </li>
  );
}
