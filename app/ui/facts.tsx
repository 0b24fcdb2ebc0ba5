import type { ReactNode } from 'react';

/** What is known about one thing, as label and value. */
export function Facts({ items }: { items: { label: string; value: ReactNode }[] }) {
  return (
    <dl className="facts">
      {items.map(({ label, value }) => (
        <FactPair key={label} label={label} value={value} />
      ))}
    </dl>
  );
}

function FactPair({ label, value }: { label: string; value: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}
