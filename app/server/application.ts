import { readdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { join, resolve, sep } from 'node:path';
import type { ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express from 'express';
import type { Build } from '~/bridge/remix-handler';
import { StartError } from './start-error';

/**
 * Remix's build, and what serves the client's files: from `build`, or in development by Vite.
 * @param http takes the browsers' connections to Vite
 * @throws StartError if there is no build
 */
export async function application(
  dev: boolean,
  http: Server,
): Promise<{ build: Build; assets: express.Handler }> {
  if (dev) return viteInDevelopment(http);
  const file = join(process.cwd(), 'build/server/index.js');
  try {
    return { build: (await import(file)) as ServerBuild, assets: builtAssets() };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Any other file missing from the build is our fault, so leave the error as it is.
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(`'${file}'`)) throw error;
    throw new StartError(
      'Das Programm ist noch nicht gebaut: Führen Sie zuerst npm run build aus.',
    );
  }
}

async function viteInDevelopment(http: Server) {
  const { createServer: createVite } = await import('vite');
  const ours = process.listeners('SIGTERM');
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server: http } } });
  for (const listener of process.listeners('SIGTERM')) {
    // Remix's plugin runs a second Vite, which would end the process before Postgres is stopped.
    if (!ours.includes(listener)) process.off('SIGTERM', listener);
  }
  // A browser's open web socket would keep the HTTP server from closing.
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => vite.close());
  return {
    build: () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>,
    assets: vite.middlewares,
  };
}

/** Suffixes of the files made by scripts/precompress.mjs, the best first. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/**
 * Serves the client's files of a production build, compressed as the browser accepts. Files with a
 * hash in their name never change; others may be cached for an hour.
 */
function builtAssets(): express.Handler {
  const folder = resolve('build/client');
  const router = express.Router();
  router.use(precompressed(folder));
  router.use(compression({ threshold: 512 }));
  router.use(
    '/assets',
    express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', index: false }),
  );
  router.use('/assets', (_request, response) => response.status(404).end());
  router.use(express.static(folder, { maxAge: '1h', index: false, setHeaders: sayCharset }));
  // Screens and calls need not look at the list or the disk.
  return (request, response, next) =>
    /^\/(app|api)\//.test(request.path) ? next() : router(request, response, next);
}

/** Adds the charset that Express leaves out for XML (ASVS V4.1.1). */
function sayCharset(response: express.Response, path: string): void {
  if (path.endsWith('.svg')) response.setHeader('Content-Type', 'image/svg+xml; charset=utf-8');
}

/**
 * Sends the precompressed variant of a file if there is one. They are listed once, at the start.
 */
function precompressed(folder: string): express.Handler {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = new Set(names.map((name) => `/${name.split(sep).join('/')}`));
  return (request, response, next) => {
    const { path } = request;
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    if (!ENCODINGS.some(([, suffix]) => files.has(path + suffix))) return next();
    response.vary('Accept-Encoding');
    // One by one: given several, Express picks the one that browsers name first, which is gzip.
    const found = ENCODINGS.find(
      ([name, ending]) => request.acceptsEncodings(name) && files.has(path + ending),
    );
    if (!found) return next();
    const [encoding, suffix] = found;
    const forever = path.startsWith('/assets/');
    response.setHeader('Content-Encoding', encoding);
    response.type(path.slice(path.lastIndexOf('.')));
    response.sendFile(path.slice(1) + suffix, {
      root: folder,
      immutable: forever,
      maxAge: forever ? '1y' : '1h',
      // The type of the file, not of its compressed variant.
      headers: { 'Content-Type': response.getHeader('Content-Type') },
    });
  };
}
