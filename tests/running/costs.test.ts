import { request } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { GROWN, type GrownScene, grownScene } from '../support/grown-club';
import { callOf, methodOf, pathOf, requests } from '../support/requests';
import { addressOf, visits } from '../support/screens';
import { newFolder, type ServerProcess, server } from '../support/server-process';

/** The bound for every request, with limits on. */
const TURN_MS = 100;
const MEMORY_MIB = 150;
/** Compiling and collecting garbage only add to a cost: what is too much is tried again. */
const TRIES = 4;

const app = testApp();

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

describe('what one user can do to all (ASVS V15.2.2)', () => {
  let subject: ServerProcess;
  let socket: string;
  let here: GrownScene;

  beforeAll(async () => {
    socket = join(await newFolder(), 'turns');
    subject = await server(
      {
        DATABASE_URL: (app.pool.options as { connectionString?: string }).connectionString ?? '',
        SESSION_SECRET: app.config.secret,
        ORIGIN: app.origin,
        TURNS: socket,
      },
      { preload: 'tests/running/turns.mjs' },
    ).ready();
    here = await grownScene(app, GROWN);
  });

  const probe = (path: string) =>
    new Promise<{ turn: number; memory: number }>((resolve, reject) => {
      request({ socketPath: socket, path, agent: false }, async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve(JSON.parse(text));
      })
        .on('error', reject)
        .end();
    });

  /** Sends a request and drops what comes. */
  async function send({ method, path, headers = {}, body }: Asked) {
    // Some requests end it.
    const token = await app.make.session(here.actor, here.organization);
    const response = await fetch(subject.origin + path, {
      ...{ method, body, redirect: 'manual' },
      headers: { Cookie: `session=${token}`, Origin: app.origin, ...headers },
    });
    let bytes = 0;
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      bytes += part.value.byteLength;
    return { status: response.status, bytes };
  }

  /** What a recipe made for an earlier try. */
  async function clear() {
    for (const table of ['totp', 'calendar_feeds', 'absences', 'recovery_codes'] as const)
      await app.pool.query(`delete from ${table}`);
    await app.pool.query('update organizations set admins_need_factor_from = null');
  }

  async function costOf(asked: () => Promise<Asked>) {
    let least = {
      turn: Number.POSITIVE_INFINITY,
      memory: Number.POSITIVE_INFINITY,
      status: 0,
      bytes: 0,
    };
    for (let nth = 0; nth < TRIES; nth++) {
      await clear();
      const what = await asked();
      await probe('/begin');
      const { status, bytes } = await send(what);
      const { turn, memory } = await probe('/end');
      const { min } = Math;
      least = { turn: min(least.turn, turn), memory: min(least.memory, memory), status, bytes };
      if (least.turn <= TURN_MS && least.memory <= MEMORY_MIB) break;
    }
    return least;
  }

  const rows: string[] = [];
  async function survey(name: string, asked: () => Promise<Asked>) {
    const at = Date.now();
    const { turn, memory, status, bytes } = await costOf(asked);
    (await import('node:fs')).appendFileSync('/tmp/costs-live.txt', `${turn.toFixed(0).padStart(5)} ms ${memory.toFixed(0).padStart(5)} MiB ${status} ${String(bytes).padStart(10)} B ${Date.now() - at} wall ${name}\n`);
    rows.push(
      `${turn.toFixed(0).padStart(5)} ms ${memory.toFixed(0).padStart(5)} MiB ${status} ${String(bytes).padStart(10)} B ${Date.now() - at} wall ${name}`,
    );
  }

  it('no call', async () => {
    for (const [name, recipe] of readsFirst(requests)) {
      if (SPOIL.includes(name)) continue;
      const call = callOf(name);
      for (const large of [false, true]) {
        if (large && methodOf(call) === 'DELETE') continue;
        await survey(`${name}${large ? ' (large)' : ''}`, async () => {
          const sample = await recipe(here);
          const params = large
            ? { ...sample.params, ...pick(here.large, sample.params) }
            : sample.params;
          const query = large
            ? { ...sample.query, ...pick(here.large, sample.query) }
            : sample.query;
          return {
            method: methodOf(call),
            path: `/api${pathOf(call, { ...sample, params, query: Object.keys(query ?? {}).length ? query : undefined })}`,
            headers: { 'Content-Type': 'application/json' },
            ...(sample.body !== undefined && { body: JSON.stringify(sample.body) }),
          };
        });
      }
    }
    (await import('node:fs')).writeFileSync('/tmp/costs-calls.txt', rows.splice(0).join('\n'));
  });

  it('no screen', async () => {
    for (const [name, recipe] of readsFirst(visits)) {
      if (SPOIL.includes(name)) continue;
      for (const large of [false, true]) {
        await survey(`${name}${large ? ' (large)' : ''}`, async () => {
          const visit = await recipe(here);
          const params = large
            ? { ...visit.params, ...pick(here.large, visit.params) }
            : visit.params;
          const fields = new URLSearchParams(
            Object.entries(visit.fields ?? {}).flatMap(([field, value]) =>
              [value].flat().map((each) => [field, each]),
            ),
          );
          const address = addressOf(name, params);
          const [method = ''] = name.split(' ');
          return method === 'GET'
            ? { method, path: fields.size > 0 ? `${address}?${fields}` : address }
            : {
                method,
                path: address,
                body: `${fields}`,
                headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
              };
        });
      }
    }
    (await import('node:fs')).writeFileSync('/tmp/costs-screens.txt', rows.splice(0).join('\n'));
  });
});

const readsFirst = <Recipe>(recipes: Readonly<Record<string, Recipe>>) =>
  Object.entries(recipes).sort(([a], [b]) => Number(!a.startsWith('GET')) - Number(!b.startsWith('GET')));

const SPOIL = [
  'DELETE /organization/:organization',
  'PUT /user/:user (oneself)',
  'POST /app/admin/organization/delete',
  'POST /app/account/deletion',
  'POST /app/account/organizations/:organization',
  'POST /app/admin/permissions/resign',
];

const pick = (
  large: Readonly<Record<string, string>>,
  params: Readonly<Record<string, string>> = {},
) => Object.fromEntries(Object.entries(large).filter(([name]) => name in params));
