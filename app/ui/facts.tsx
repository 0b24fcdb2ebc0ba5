import { Fragment, type ReactNode } from 'react';

/** A list of labels with their values beside them. */
export function Facts({ items }: { items: { label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid empty:hidden grid-cols-[minmax(4rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-2">
      {items.map(({ label, value }) => (
        <Fragment key={label}>
          <dt className="text-muted">{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
