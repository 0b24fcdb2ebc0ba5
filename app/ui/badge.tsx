import type { ReactNode } from 'react';

/** A short state in a coloured pill; the colour only repeats what the text says. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  tone?: 'green' | 'orange' | 'red' | 'neutral';
  children: ReactNode;
}) {
  return <span className={tone === 'neutral' ? 'badge' : `badge ${tone}`}>{children}</span>;
}
