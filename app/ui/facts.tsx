import { Fragment, type ReactNode } from 'react';

/** A list of labels with their values; one below the other on a narrow phone. */
export function Facts({ items }: { items: { label: string; value: ReactNode }[] }) {
  return (
    <dl
      className={
        'grid empty:hidden grid-cols-[minmax(4rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-2 ' +
        'max-[26rem]:grid-cols-1 max-[26rem]:gap-y-0'
      }
    >
      {items.map(({ label, value }) => (
        <Fragment key={label}>
          <dt className="text-muted max-[26rem]:not-first-of-type:mt-2">{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
