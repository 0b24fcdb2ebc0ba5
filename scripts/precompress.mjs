// Part of the build: compresses every file for browsers with brotli and gzip at their best, which
// would be too slow on the fly (71 instead of 82 KB of JavaScript). app/server/application.ts serves
// them. Plain JavaScript, since the build runs it without tsx.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const FOLDER = 'build/client';
/** Smaller files gain nothing: they fit into one packet anyway. */
const LEAST_BYTES = 512;
const COMPRESSIBLE = /\.(?:js|css|svg|json|webmanifest|txt)$/;

for (const entry of readdirSync(FOLDER, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
  const file = join(entry.parentPath, entry.name);
  const content = readFileSync(file);
  if (content.length < LEAST_BYTES) continue;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
}
