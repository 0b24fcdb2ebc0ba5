import { defineConfig } from 'vite';

/**
 * Bundles the server itself, our code only, so that a start needs no compiler: `npm start` then
 * takes half the time.
 */
export default defineConfig({
  resolve: {
    alias: {
      '~': new URL('./app', import.meta.url).pathname,
      '#db': new URL('./db', import.meta.url).pathname,
    },
  },
  publicDir: false,
  build: {
    target: 'node20',
    ssr: true,
    outDir: 'build/start',
    rollupOptions: {
      // Beside the server, as in app/server/: it finds its worker by its own address.
      input: { server: 'server.ts', 'passwords.worker': 'app/server/passwords.worker.mjs' },
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
});
