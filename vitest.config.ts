import { defineConfig } from 'vitest/config';

// Apart from vite.config.ts on purpose: the tests must not load Remix's plugin.
export default defineConfig({
  resolve: {
    alias: {
      '~': new URL('./app', import.meta.url).pathname,
      '#db': new URL('./db', import.meta.url).pathname,
    },
  },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    globals: false,
  },
});
