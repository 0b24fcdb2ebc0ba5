import { useEffect } from 'react';

/** After the page's own files, and after any immediate tap. */
const DELAY_MS = 1500;

/**
 * Loads the code of the screen that people will probably open next once the network is idle, so
 * that a tap only waits for its data. Data are not prefetched, as no club data are cached. Not if
 * the browser is asked to save data.
 * @param route the route's id, as in app/routes.ts
 * @param delayMs longer for screens not opened at once, as loading would slow down an answer on its
 *   way
 */
export function usePrefetchedScreen(route: string, delayMs = DELAY_MS): void {
  useEffect(() => {
    if (savesData()) return;
    const timer = setTimeout(() => preload(route), delayMs);
    return () => clearTimeout(timer);
  }, [route, delayMs]);
}

/** True where the browser is asked to save data. In the browser only. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

function preload(id: string): void {
  const { __remixManifest: manifest } = window as {
    __remixManifest?: { routes: Record<string, { module: string; imports?: string[] }> };
  };
  const route = manifest?.routes[id];
  if (!route) return;
  for (const href of [...(route.imports ?? []), route.module]) {
    if (document.querySelector(`link[href="${href}"]`)) continue;
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
    );
  }
}
