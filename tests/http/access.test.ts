import { join } from 'node:path';
import type { ServerBuild } from '@remix-run/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { callAccess, type Row, screenAccess } from '../support/access-table';
import { testApp } from '../support/app';
import { type Contract, contractOf } from '../support/contract';
import { type Found, outcomeOfCall, outcomeOfScreen } from '../support/outcomes';
import { callOf, methodOf, pathOf, requests } from '../support/requests';
import { ROLES, type Role, type Scene, scene } from '../support/roles';
import { addressOf, visits } from '../support/screens';

const app = testApp();
const { routes } = (await import(
  /* @vite-ignore */ join(process.cwd(), 'build/server/index.js')
)) as ServerBuild;

/** What was read or refused has changed nothing: its scene serves the next request, too. */
const scenes = new Map<Role, Scene>();

/** What recipes have made of a scene, which lasts as long as that does. */
const made = new WeakMap<Scene, Map<unknown, unknown>>();

async function ofScene<Made>(recipe: (here: Scene) => Promise<Made> | Made, here: Scene) {
  const known = made.get(here) ?? new Map<unknown, unknown>();
  made.set(here, known);
  if (!known.has(recipe)) known.set(recipe, await recipe(here));
  return known.get(recipe) as Made;
}

/** The outcome of the same request for each role. */
async function byEveryRole(
  request: string,
  attempt: (scene: Scene) => Promise<Found>,
): Promise<Record<string, Found>> {
  const outcomes: Record<string, Found> = {};
  for (const role of ROLES) {
    const here = scenes.get(role) ?? (await scene(app, role));
    outcomes[role] = await attempt(here);
    if (outcomes[role] === 'may' && !request.startsWith('GET ')) scenes.delete(role);
    else scenes.set(role, here);
  }
  return outcomes;
}

/** What happens between what a request is made of and the request itself. */
type Meanwhile = (scene: Scene) => Promise<unknown>;
const nothing: Meanwhile = async () => {};

/** Somebody else takes the leader out of the group. */
const dismiss: Meanwhile = async ({ organization, group, admin, actor }) => {
  const path = `/group/${group?.uuid}/member/${actor.member}`;
  const { status } = await (await app.as(admin, organization)).call('DELETE', path);
  expect(status).toBe(204);
};

/** What one may by leading a group. */
const forLeaders = (table: Readonly<Record<string, Row>>) =>
  Object.entries(table).filter(([, row]) => row.leader !== row.user);

describe('calls (table H)', () => {
  let contract: Contract;
  beforeAll(async () => {
    contract = await contractOf(app);
  });

  const attempt = async (request: string, here: Scene, meanwhile: Meanwhile = nothing) => {
    const call = callOf(request);
    const recipe = requests[request] ?? expect.fail(`no request for ${request}`);
    const sample = await ofScene(recipe, here);
    await meanwhile(here);
    const response = await here.visitor.call(methodOf(call), pathOf(call, sample), sample.body);
    contract.check(call, response);
    if (response.status === 401) expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
    return outcomeOfCall(response);
  };

  for (const [request, row] of Object.entries(callAccess))
    it(`${request} treats each role as the access table says (table H, G3)`, async () => {
      expect(await byEveryRole(request, (here) => attempt(request, here))).toEqual(row);
    });

  it.each(forLeaders(callAccess))(
    '%s treats who led the group a second ago as any user (U8, U11)',
    async (request, row) => {
      expect(await attempt(request, await scene(app, 'leader'), dismiss)).toBe(row.user);
    },
  );
});

describe('screens and forms (table H, B2, B7)', () => {
  const screens = Object.values(routes).flatMap((route) => {
    const path = `/${pathTo(route?.id)}`;
    // Layouts have no path; the API has its own table above.
    const isLayout = route?.path === undefined && !route?.index;
    if (isLayout || !path.startsWith('/app')) return [];
    return [`GET ${path}`, ...(route.module.action ? [`POST ${path}`] : [])];
  });

  function pathTo(id: string | undefined): string {
    const route = id ? routes[id] : undefined;
    return route ? [pathTo(route.parentId), route.path].filter(Boolean).join('/') : '';
  }

  it('the access table has a row and a visit for every screen and form, and no other (table H, B2, B7)', () => {
    expect(Object.keys(screenAccess).sort()).toEqual(screens.sort());
    expect(Object.keys(visits).sort()).toEqual(screens.sort());
  });

  const attempt = async (screen: string, here: Scene, meanwhile: Meanwhile = nothing) => {
    const visit = await ofScene(visits[screen] ?? expect.fail(`no visit for ${screen}`), here);
    await meanwhile(here);
    const posts = screen.startsWith('POST ');
    const query = new URLSearchParams(
      posts ? visit.query : (visit.fields as Record<string, string> | undefined),
    );
    const address = addressOf(screen, visit.params) + (query.size > 0 ? `?${query}` : '');
    return outcomeOfScreen(
      posts ? await here.visitor.submit(address, visit.fields) : await here.visitor.get(address),
    );
  };

  for (const [screen, row] of Object.entries(screenAccess))
    it(`${screen} treats each role as the access table says (table H, B2, B7)`, async () => {
      expect(await byEveryRole(screen, (here) => attempt(screen, here))).toEqual(row);
    });

  it.each(forLeaders(screenAccess))(
    '%s treats who led the group a second ago as any user (U8, U11)',
    async (screen, row) => {
      expect(await attempt(screen, await scene(app, 'leader'), dismiss)).toBe(row.user);
    },
  );
});
