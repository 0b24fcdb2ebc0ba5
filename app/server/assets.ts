import { readdirSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import compression from 'compression';
import express from 'express';

/** Suffixes of what scripts/precompress.mjs made, the best first. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/**
 * The client's files of a production build, as small as the browser takes them. Names with a hash
 * never change; the others may be kept for an hour.
 */
export function builtAssets(folder = resolve('build/client')): express.Handler {
  const router = express.Router();
  router.use(precompressed(folder));
  router.use(compression({ threshold: 512 }));
  router.use(
    '/assets',
    express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', index: false }),
  );
  router.use('/assets', (_request, response) => response.status(404).end());
  router.use(express.static(folder, { maxAge: '1h', index: false, setHeaders: sayCharset }));
  // Screens and calls are no files, and neither the list nor the disk need be asked for them.
  return (request, response, next) =>
    /^\/(app|api)\//.test(request.path) ? next() : router(request, response, next);
}

/** Of XML Express does not say it by itself, as it does of texts and scripts (ASVS V4.1.1). */
function sayCharset(response: express.Response, path: string): void {
  if (path.endsWith('.svg')) response.setHeader('Content-Type', 'image/svg+xml; charset=utf-8');
}

/**
 * Sends the compressed neighbour of a file where there is one. Which there are is known from the
 * start.
 */
function precompressed(folder: string): express.Handler {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = new Set(names.map((name) => `/${name.split(sep).join('/')}`));
  return (request, response, next) => {
    const { path } = request;
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    if (!ENCODINGS.some(([, suffix]) => files.has(path + suffix))) return next();
    response.vary('Accept-Encoding');
    // One by one: asked for all at once, Express prefers what the browser happens to name first,
    // which is gzip.
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
      // The type is the file's, not that of its compressed neighbour.
      headers: { 'Content-Type': response.getHeader('Content-Type') },
    });
  };
}
