import { defineConfig } from 'vitest/config';

// Apart from vite.config.ts on purpose: the tests must not load Remix's plugin.
export default defineConfig({
  resolve: {
    alias: {
      '~': new URL('./app', import.meta.url).pathname,
      '#db': new URL('./db', import.meta.url).pathname,
    },
  },
  esbuild: { jsx: 'automatic', jsxDev: false },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/global-setup.ts'],
    globals: false,
    maxWorkers: 2,
    // Concurrent tests start processes of their own: more at once only wait for each other.
    maxConcurrency: 3,
    // Patience costs nothing where all is well, and a busy machine is no fault of the product.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Far from UTC and with a quarter-hour offset: a date that is computed in local time shows.
    env: { TZ: 'Asia/Kathmandu', NODE_ENV: 'production' },
  },
});
