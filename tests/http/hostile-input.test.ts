import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { cheapest } from '../support/cost';
import { type Hostile, hostileForms, hostileHeads, hostileJson } from '../support/hostile-input';
import { lasting } from '../support/lasting-scenes';
import type { RawRequest } from '../support/raw-request';
import { methodOf, pathOf, requests } from '../support/requests';
import { mightyScene, type Scene } from '../support/roles';
import { addressOf, visits } from '../support/screens';

/**
 * HOSTILE_ALL=1 sends every class of input to every form and call, as a page and as data.
 * HOSTILE_TABLE=1 does the same, but prints the worst costs instead of failing.
 */
const asTable = process.env.HOSTILE_TABLE !== undefined;
const everything = asTable || process.env.HOSTILE_ALL !== undefined;

const app = testApp();
/** The size limit of a request, less some room for its other fields. */
const BYTES = 1024 * 1024 - 1024;
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** How many bytes a response may exceed its request by. */
const EXCESS_BYTES = 64 * 1024;
/**
 * The cost limit as a multiple of a well-formed request of a megabyte. At some 5 ms for that one,
 * this is little over the tenth of a second that nobody may hold the thread. The attacks that this
 * suite was written for cost 100 to 10,000 times as much.
 */
const TIMES = 25;

const lastingScene = lasting(() => mightyScene(app));
let scene: Scene;
let unit = 0;
beforeAll(async () => {
  scene = await mightyScene(app);
  const body = `email=a%40b.example&password=${'x'.repeat(BYTES - 100)}`;
  const wellFormed = { method: 'POST', path: '/app/login', headers: FORM, body };
  unit = (await cheapest(app.origin, wellFormed, 0, 8)).cpu;
});

const worst = new Map<string, { cpu: number; excess: number; where: string }>();

/** Sends the request and checks both limits. */
async function endure(what: string, request: RawRequest, who: 'anonymous' | 'mighty') {
  const headers = {
    ...request.headers,
    ...(who === 'mighty' ? { Cookie: `session=${scene.token}` } : {}),
  };
  const { cpu, status, text } = await cheapest(app.origin, { ...request, headers }, TIMES * unit);
  const where = `${who} ${request.method} ${request.path.slice(0, 60)}: ${what}`;
  const head = Object.values(headers).reduce(
    (sum, value) => sum + value.length,
    request.path.length,
  );
  const excess = Buffer.byteLength(text) - Buffer.byteLength(request.body ?? '') - head;
  const before = worst.get(what) ?? { cpu: 0, excess: -Infinity, where };
  worst.set(what, {
    cpu: Math.max(before.cpu, cpu),
    excess: Math.max(before.excess, excess),
    where: cpu > before.cpu ? where : before.where,
  });
  if (asTable) return;
  expect(status, where).not.toBe(500);
  expect(cpu / unit, `${where}: ${cpu} ms, a well-formed one ${unit} ms`).toBeLessThan(TIMES);
  expect(excess, `${where}: bytes of the answer beyond the request's`).toBeLessThanOrEqual(
    EXCESS_BYTES,
  );
}

describe('denial of service', () => {
  const open = [
    '/app/login',
    '/app/auth/register',
    '/app/auth/register/confirmation',
    '/app/auth/password-reset',
  ];
  const attacks: Record<string, string[]> = {
    'by an index that no list has': ['a[3000000]=', 'email[3000000]=', '__proto__[3000000]='],
    'by an intent about such an index': ['insert', 'remove', 'update', 'reset', 'reorder'].map(
      (type) => {
        const payload = { name: 'x[3000000]', index: 0, from: 0, to: 0 };
        return `__intent__=${encodeURIComponent(JSON.stringify({ type, payload }))}`;
      },
    ),
    'by 48 KB of one name': ['a=&'.repeat(16_000)],
    'by a name nested 5,000 deep': [`a${'.a'.repeat(5000)}=`, `email${'.a'.repeat(5000)}=`],
  };

  for (const [what, posted] of Object.entries(attacks)) {
    it(`a form does not hold the thread when attacked ${what}`, async () => {
      for (const path of open)
        for (const body of posted)
          for (const door of [path, `${path}.data`])
            await endure(what, { method: 'POST', path: door, headers: FORM, body }, 'anonymous');
    });
  }
});

/** Each form gets some of the many classes; all forms together get each class several times. */
const share = (classes: readonly Hostile[], nth: number, count: number): Hostile[] =>
  everything
    ? [...classes]
    : Array.from(
        { length: count },
        (_, at) => classes[(nth * (count + 1) + at) % classes.length] as Hostile,
      );

const forms = Object.keys(visits).filter((screen) => screen.startsWith('POST'));
const bodies = Object.keys(requests).filter((request) => !/^GET|\(/.test(request));
const CLASSES_OF_A_FORM = 2;
const CLASSES_OF_A_CALL = 1;

describe('bounded work per request', () => {
  for (const [nth, screen] of forms.entries()) {
    it(`no hostile input to ${screen} holds the thread longer or gets a larger response than a well-formed one`, async () => {
      scene = await lastingScene();
      const { params, fields = {} } = (await visits[screen]?.(scene)) ?? {};
      const path = addressOf(screen, params);
      const name = Object.keys(fields).at(-1)?.replace(/\[.*/, '') ?? 'organization';
      for (const [at, hostile] of share(
        hostileForms(BYTES, name),
        nth,
        CLASSES_OF_A_FORM,
      ).entries()) {
        const door = at % 2 === 0 ? path : `${path}.data`;
        const request = { method: 'POST', path: door, ...hostile, body: hostile.body() };
        await endure(hostile.what, request, 'mighty');
        if (everything || at % 3 === 0) await endure(hostile.what, request, 'anonymous');
      }
    });
  }

  for (const [nth, request] of bodies.entries()) {
    it(`no hostile input to ${request} holds the thread longer or gets a larger response than a well-formed one`, async () => {
      scene = await lastingScene();
      const sample = (await requests[request]?.(scene)) ?? {};
      const raw = { method: methodOf(request), path: `/api${pathOf(request, sample)}` };
      const name = Object.keys((sample.body ?? {}) as object).at(-1) ?? 'name';
      for (const hostile of share(hostileJson(BYTES, name), nth, CLASSES_OF_A_CALL)) {
        const sent = { ...raw, ...hostile, body: hostile.body() };
        await endure(hostile.what, sent, 'mighty');
        await endure(hostile.what, sent, 'anonymous');
      }
    });
  }

  it('no address or header holds the thread longer or gets a larger response than a well-formed one', async () => {
    scene = await mightyScene(app);
    const paths = [
      '/app/login',
      '/app/members',
      '/app/members.data',
      '/api/member',
      '/app/nowhere',
      '/readyz',
    ];
    for (const path of paths) {
      for (const { what, query, headers } of hostileHeads()) {
        const request = { method: 'GET', path: query ? `${path}?${query}` : path, headers };
        await endure(what, request, 'anonymous');
        if (what !== 'Cookie' && what !== 'Authorization') await endure(what, request, 'mighty');
      }
    }
  });

  it.runIf(asTable)('the cost of every hostile input as a table', () => {
    const rows = [...worst].sort(([, one], [, other]) => other.cpu - one.cpu);
    for (const [what, { cpu, excess, where }] of rows)
      process.stdout.write(
        `${cpu.toFixed(0)} ms | ${(cpu / unit).toFixed(1)} | ${excess} B | ${what} | ${where}\n`,
      );
    process.stdout.write(`well-formed: ${unit.toFixed(1)} ms\n`);
  });
});
