/** The handler of one method of a path, with the values of the path's parameters. */
export interface Match<Value> {
  readonly value: Value;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the handlers of a path, by method; null if there are none. */
export type Find<Value> = (path: string) => ReadonlyMap<string, Match<Value>> | null;

/**
 * Routes by a table of 'METHOD /path/:parameter'. Static segments win over parameters, for all
 * methods of a path; a trailing slash makes no difference (G1).
 */
export function router<Value>(table: Readonly<Record<string, Value>>): Find<Value> {
  const routes = Object.entries(table)
    .map(([name, value]) => {
      const [method = '', path = ''] = name.split(' ');
      return { method, pattern: segmentsOf(path), value };
    })
    .sort((a, b) => parameters(a.pattern) - parameters(b.pattern));

  return (path) => {
    const segments = segmentsOf(path);
    const fitting = routes.filter(({ pattern }) => fits(pattern, segments));
    const [best] = fitting;
    if (!best) return null;
    const methods = new Map<string, Match<Value>>();
    for (const { method, pattern, value } of fitting) {
      if (methods.has(method) || parameters(pattern) > parameters(best.pattern)) continue;
      const params = decode(pattern, segments);
      if (!params) return null;
      methods.set(method, { value, params });
    }
    return methods;
  };
}

/** The methods of a path as an Allow header names them (RFC 9110, 10.2.1). */
export function allowed(methods: ReadonlyMap<string, unknown>): string {
  const names = [...methods.keys(), 'OPTIONS'];
  if (methods.has('GET')) names.push('HEAD');
  return names.sort().join(', ');
}

const segmentsOf = (path: string) => path.replace(/^\/|\/$/g, '').split('/');
const isParameter = (segment: string) => segment.startsWith(':');
const parameters = (pattern: readonly string[]) => pattern.filter(isParameter).length;
const fits = (pattern: readonly string[], segments: readonly string[]) =>
  pattern.length === segments.length &&
  pattern.every((part, at) => (isParameter(part) ? segments[at] !== '' : part === segments[at]));

/** Null if a segment is not percent-encoded UTF-8: such a path names nothing. */
function decode(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | null {
  try {
    return Object.fromEntries(
      pattern.flatMap((part, at) =>
        isParameter(part) ? [[part.slice(1), decodeURIComponent(segments[at] ?? '')]] : [],
      ),
    );
  } catch {
    return null;
  }
}
