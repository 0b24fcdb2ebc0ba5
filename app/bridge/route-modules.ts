import { untilImported } from '~/ui/connection';

/** The parts of a route in Remix's manifest, and of its code, that are used here. */
interface Route {
  readonly id: string;
  readonly module: string;
  readonly imports?: readonly string[];
}

/** The files that came with the page. */
const loaded = new Set(
  [...document.querySelectorAll('link[rel=modulepreload]')].map((link) =>
    link.getAttribute('href'),
  ),
);

/**
 * In the browser's build this is Remix's `routeModules.js` (vite.config.ts), which reloads the page
 * if the code of a screen cannot be loaded: without a network that ends at the browser's error page,
 * and while the browser leaves the page or stores a file, which cuts off all that is being loaded,
 * it stops that (a log-out, in WebKit). This waits for the files first, in parallel rather than
 * import by import, and reloads only for files that are gone. In some browsers a failed import
 * keeps failing.
 */
export async function loadRouteModule(
  { id, module, imports = [] }: Route,
  cache: Record<string, unknown>,
): Promise<unknown> {
  if (id in cache) return cache[id];
  let failed = false;
  const files = [module, ...imports].filter((file) => !loaded.has(file));
  const isThere = await untilImported(files, async () => {
    try {
      cache[id] = await import(/* @vite-ignore */ module);
    } catch (error) {
      // The user is still here and tried again: this browser remembers the failure.
      if (failed) window.location.reload();
      failed = true;
      throw error;
    }
  });
  if (isThere) return cache[id];
  // The server has been updated since this page was loaded.
  window.location.reload();
  return new Promise(() => {});
}
