import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first';

/** What the specification says about events, apart from tests that compare all of an event. */
const SPECIFIED_EVENTS = [
  'tests/http/events.test.ts',
  'tests/http/events-{creation,hints,list,pages,participation,registration}.test.ts',
  'tests/http/polls{,-administration,-answers,-api}.test.ts',
  'tests/http/{own-data,withdrawn}.test.ts',
];

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
    projects: [
      { extends: true, test: { name: 'product', include: ['tests/**/*.test.{ts,tsx}'] } },
      // The specification once more, in clubs whose events use every detail (J1).
      {
        extends: true,
        test: { name: 'detailed', include: SPECIFIED_EVENTS, env: { EVENTS: 'detailed' } },
      },
    ],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/setup.ts'],
    globals: false,
    // One more than the cores of a small machine: many tests wait for a timeout or a process.
    maxWorkers: 3,
    // Loading the application costs two seconds of CPU, so the files of a worker share its modules:
    // each has its own app and database, and no test may keep state at the top of a module.
    isolate: false,
    // Nothing that starts late may run long after the other worker is done.
    sequence: { sequencer: LongestFirst },
    // Concurrent tests start processes of their own: more at once only wait for each other.
    maxConcurrency: 3,
    // Patience costs nothing where all is well, and a busy machine is no fault of the product.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Far from UTC and with a quarter-hour offset: a date that is computed in local time shows.
    env: { TZ: 'Asia/Kathmandu', NODE_ENV: 'production' },
  },
});
