import { readdirSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import compression from 'compression';
import express from 'express';

/** Suffixes of the files made by scripts/precompress.mjs, the best first. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/**
 * Serves the client's files of a production build, compressed as the browser accepts. Files with a
 * hash in their name never change; others may be cached for an hour.
 */
export function builtAssets(): express.Handler {
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
