import { readdirSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import express from 'express';

/** Suffixes of what scripts/precompress.mjs made, the best first. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/**
 * The client's files of a production build, as small as the browser takes them. Names with a hash never change; the
 * others may be kept for an hour.
 */
export function builtAssets(folder = resolve('build/client')): express.Handler {
  const router = express.Router();
  router.use(precompressed(folder));
  router.use(
    '/assets',
    express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', index: false }),
  );
  router.use('/assets', (_request, response) => response.status(404).end());
  router.use(express.static(folder, { maxAge: '1h', index: false }));
  return router;
}

/** Sends the compressed neighbour of a file where there is one. Which there are is known from the start. */
function precompressed(folder: string): express.Handler {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = new Set(names.map((name) => `/${name.split(sep).join('/')}`));
  return (request, response, next) => {
    const { path } = request;
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    if (!ENCODINGS.some(([, suffix]) => files.has(path + suffix))) return next();
    response.vary('Accept-Encoding');
    const encoding = request.acceptsEncodings(...ENCODINGS.map(([name]) => name));
    const suffix = ENCODINGS.find(([name]) => name === encoding)?.[1];
    if (!suffix || !files.has(path + suffix)) return next();
    const forever = path.startsWith('/assets/');
    response.setHeader('Content-Encoding', String(encoding));
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
