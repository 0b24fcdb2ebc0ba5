import { defineConfig } from 'vitest/config';

/**
 * Tests of lists that must be complete. They need neither build nor database nor browser: `npm run
 * check` runs them.
 */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  resolve: {
    alias: {
      '~': new URL('../../app', import.meta.url).pathname,
      '#db': new URL('../../db', import.meta.url).pathname,
    },
  },
  test: {
    include: [
      'tests/registries/*.test.ts',
      'tests/unit/{confirmed-operations,left-out-fields}.test.ts',
    ],
    isolate: false,
    env: { NODE_ENV: 'production' },
    // The first one loads all operations, which takes a busy machine a while.
    testTimeout: 120_000,
  },
});
