import type { ReactNode } from 'react';

/**
 * How full something is, as a bar and as text (`children`), which is all that screen readers get.
 * Green up to 75 percent, orange above, red when full or when `max` is 0 (E2).
 */
export function Meter({
  value,
  max,
  children,
}: {
  value: number;
  max: number;
  children: ReactNode;
}) {
  const full = max === 0;
  return (
    <span className="meter">
      <meter
        aria-hidden="true"
        min={0}
        max={full ? 1 : max}
        value={full ? 1 : value}
        low={(full ? 1 : max) * 0.75}
        high={full ? 0.99 : max - 0.5}
        optimum={0}
      />
      <span>{children}</span>
    </span>
  );
}
