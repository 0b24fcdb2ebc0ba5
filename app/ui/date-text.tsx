import { Fragment } from 'react';

/**
 * A date in words whose parts no line divides.
 * @param children 'Samstag, 13. März 2027, 18:00 bis 20:00 Uhr'
 */
export function DateText({ children }: { children: string }) {
  return children.split(', ').map((part, at) => (
    <Fragment key={part}>
      {at > 0 && ', '}
      <span className="whitespace-nowrap">{part}</span>
    </Fragment>
  ));
}
