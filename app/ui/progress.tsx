import { useNavigation } from '@remix-run/react';

/**
 * A bar at the top of the window while a page is on its way, from 150 ms on (B5). One per document.
 */
export function NavigationProgress() {
  const busy = useNavigation().state !== 'idle';
  if (!busy) return null;
  return <div className="navigation-progress" role="progressbar" aria-label="Seite wird geladen" />;
}

/** A loading indicator inside a page, for content that follows later. */
export function Loading({ children = 'Wird geladen …' }: { children?: string }) {
  return (
    <p className="loading" role="status">
      {children}
    </p>
  );
}
