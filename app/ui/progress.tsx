import { useBusy } from './connection';

/**
 * A bar at the top of the window while a page is on its way, from 150 ms on (B5). One per document.
 */
export function NavigationProgress() {
  if (!useBusy()) return null;
  return (
    <div
      className="fixed inset-x-0 top-0 z-60 h-0.75 animate-appear overflow-hidden print:hidden"
      role="progressbar"
      aria-label="Seite wird geladen"
    >
      <div className="h-full w-2/5 animate-travel bg-green" />
    </div>
  );
}
