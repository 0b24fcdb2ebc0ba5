import { createRequestHandler, type RequestHandler, type ServerBuild } from '@remix-run/node';
import type { Message } from '~/doors/notice.server';

/** One address of the route table: its segments, and the ids of its routes from the root down. */
interface Address {
  readonly segments: readonly string[];
  readonly routes: readonly string[];
}

/**
 * Passes each path to a request handler that knows only the routes it could match. For each page
 * Remix flattens, ranks and compiles all its routes three times, without caching. It still chooses
 * among these few by itself (docs/decisions/0028).
 */
export function routedHandler(build: ServerBuild, mode: string | undefined): RequestHandler {
  const everything = createRequestHandler(build, mode);
  const addresses = addressesOf(build);
  /** By the addresses that a path could match; there are only a few combinations. */
  const handlers = new Map<string, RequestHandler>();
  return async (request, context) => {
    const segments = segmentsOf(new URL(request.url).pathname);
    const possible = segments && addresses.filter((address) => couldBe(segments, address.segments));
    if (!possible || possible.length === 0) return everything(request, context);
    const key = possible.map(({ routes }) => routes.at(-1)).join('\n');
    let handler = handlers.get(key);
    if (!handler) {
      handler = createRequestHandler(
        cut(build, new Set(possible.flatMap(({ routes }) => routes))),
        mode,
      );
      handlers.set(key, handler);
    }
    const action = actionOf(build, possible);
    if (context) context.failure = action?.failure;
    const response = await handler(request, context);
    if (response.status === 405 && !response.headers.has('Allow'))
      response.headers.set('Allow', action ? 'GET, HEAD, POST' : 'GET, HEAD');
    return response;
  };
}

/** A path's form, with its failure message; the most literal of the matching addresses counts. */
function actionOf({ routes }: ServerBuild, possible: readonly Address[]) {
  const spelt = ({ segments }: Address) =>
    segments.map((segment) => (segment === '*' ? '2' : segment[0] === ':' ? '1' : '0')).join('');
  const [first] = possible.toSorted((a, b) => spelt(a).localeCompare(spelt(b)));
  return routes[first?.routes.at(-1) ?? '']?.module.action as { failure?: Message } | undefined;
}

/**
 * A path's segments in lower case; null if Remix should decide: it is encoded or has empty ones.
 */
function segmentsOf(pathname: string): string[] | null {
  if (pathname.includes('%') || pathname.includes('//')) return null;
  // The address of a screen's data.
  const path = pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/');
  return path.replace(/\/$/, '').toLowerCase().split('/').slice(1);
}

function couldBe(path: readonly string[], address: readonly string[]): boolean {
  const splat = address.at(-1) === '*';
  if (splat ? path.length < address.length - 1 : path.length !== address.length) return false;
  return address.every(
    (segment, index) => segment === path[index] || segment === '*' || segment[0] === ':',
  );
}

function addressesOf({ routes }: ServerBuild): Address[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || (route.path === undefined && !route.index)) return [];
    const line = [];
    for (let each: typeof route | undefined = route; each; each = routes[each.parentId ?? ''])
      line.unshift(each);
    const path = line.map((each) => each.path ?? '').join('/');
    if (path.includes('?'))
      throw new Error(`The route table does not support optional segments: ${path}`);
    const segments = path.toLowerCase().split('/').filter(Boolean);
    return [{ segments, routes: line.map(({ id }) => id) }];
  });
}

/** The build with these routes only. Browsers still load the whole manifest, by its address. */
function cut(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const kept = <Routes extends object>(routes: Routes) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id))) as Routes;
  return {
    ...build,
    routes: kept(build.routes),
    assets: { ...build.assets, routes: kept(build.assets.routes) },
  };
}
