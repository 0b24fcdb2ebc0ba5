import { join } from 'node:path';
import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { routedHandler } from '~/bridge/route-table';

/** The product's route table; each route returns its name and parameters instead of a screen. */
async function echoingBuild(): Promise<ServerBuild> {
  const build = (await import(
    /* @vite-ignore */ join(process.cwd(), 'build/server/index.js')
  )) as ServerBuild;
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const echo = ({ params }: { params: unknown }) => Response.json({ id, params });
    return [id, { ...route, module: { loader: echo, action: echo } }];
  });
  const module = {
    ...build.entry.module,
    default: () => new Response(null, { status: 404 }),
    handleError() {},
  };
  return { ...build, routes: Object.fromEntries(routes), entry: { module } };
}

describe('route tables', async () => {
  const build = await echoingBuild();
  const whole = createRequestHandler(build, 'production');
  const small = routedHandler(build, 'production');
  const responseOf = async (handle: typeof whole, path: string) => {
    const response = await handle(new Request(`http://localhost${path}`));
    return [response.status, response.status === 200 ? await response.json() : null];
  };
  const segments = new Set(
    Object.values(build.routes).flatMap(
      (route) => route?.path?.split('/').filter((each) => each[0] !== ':') ?? [],
    ),
  );
  const segment = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...segments) },
    {
      weight: 3,
      arbitrary: fc.constantFrom('4711', 'x.data', 'EVENTS', 'App', '%C3%BC', '%2F', '', 'ü', '.'),
    },
  );

  it('small route tables respond to every address like the whole one', async () => {
    for (const route of Object.values(build.routes)) {
      const line = [];
      for (
        let each: typeof route | undefined = route;
        each;
        each = build.routes[each.parentId ?? '']
      )
        line.unshift(each.path ?? '');
      const path = `/${line.filter(Boolean).join('/')}`
        .replace(/:\w+/g, '4711')
        .replace('*', 'some/thing');
      const expected = await responseOf(whole, path);
      expect(await responseOf(small, path), path).toEqual(expected);
      expect(await responseOf(small, `${path}/`), path).toEqual(
        await responseOf(whole, `${path}/`),
      );
    }
  });

  it('small route tables respond to any other path like the whole one', async () => {
    const path = fc
      .tuple(
        fc.constantFrom('/app', '/api', ''),
        fc.array(segment, { maxLength: 7 }),
        fc.constantFrom('', '/', '?_=1'),
      )
      .map(
        ([start, inner, end]) => `${start}${inner.map((each) => `/${each}`).join('')}${end}` || '/',
      );
    await fc.assert(
      fc.asyncProperty(path, async (each) => {
        expect(await responseOf(small, each)).toEqual(await responseOf(whole, each));
      }),
      { numRuns: 1500 },
    );
  });

  it('small route tables refuse optional segments', () => {
    const { root } = build.routes;
    if (!root) throw new Error('no root');
    const routes = { root, odd: { ...root, id: 'odd', parentId: 'root', path: 'a/:b?' } };
    expect(() => routedHandler({ ...build, routes }, 'production')).toThrow('a/:b?');
  });
});
