import type { ReactNode } from 'react';

/** Running text of several paragraphs, headings and lists, at a readable width. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className="prose">{children}</div>;
}
