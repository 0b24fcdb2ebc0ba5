import type { ReactNode } from 'react';

/** In percent: a meter turns orange above the first and red at the second (E2). */
const SCARCE = 75;
const FULL = 100;

/**
 * How full something is, as a bar and as text (`children`); screen readers only get the text.
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
  return (
    <span className="meter">
      <meter
        aria-hidden="true"
        max={FULL}
        // Rounded up, so that it is above 75 whenever the share is; full only when it is.
        value={value >= max ? FULL : Math.min(Math.ceil((value / max) * 100), FULL - 1)}
        low={SCARCE}
        high={FULL - 1}
        optimum={0}
      />
      {children}
    </span>
  );
}
