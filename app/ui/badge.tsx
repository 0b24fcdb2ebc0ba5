import type { ReactNode } from 'react';

/** A short state in a coloured pill; the text says it too, the colour only repeats it. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  tone?: 'green' | 'orange' | 'red' | 'neutral';
  children: ReactNode;
}) {
  return <span className={tone === 'neutral' ? 'badge' : `badge ${tone}`}>{children}</span>;
}
