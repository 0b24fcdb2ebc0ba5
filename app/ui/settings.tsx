import type { ReactNode } from 'react';

/** A list of things that are each in some state, with what changes it. */
export function Settings({ children }: { children: ReactNode }) {
  return <ul className="settings">{children}</ul>;
}

/** One of them: what it is, its state, and the form or link that changes it. */
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
    <li>
      <div>
        <p>{label}</p>
        {state}
      </div>
      {children}
    </li>
  );
}
