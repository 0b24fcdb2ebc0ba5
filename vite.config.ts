import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';

/** Loaded when they are wanted, in pieces of their own. */
const LATER = /\/(?:toasts|date-field-calendar)\.tsx|@radix-ui|@zag-js|@floating-ui|swagger-ui/;
const FRAMEWORK =
  /\/node_modules\/(?:react|react-dom|scheduler|@remix-run|react-router|react-router-dom|turbo-stream)\//;
const FORMS =
  /@conform-to|\/ui\/(?:form|field|date-field)\.tsx$|\/components\/[\w-]*(?:form|fields)\.tsx$/;
const FRAME =
  /\/app\/(?:(?:ui|kernel|features\/shell)\/|dates\.ts)|\/(?:root|nonce|shell|active)\.tsx$|\/(?:paths|view|policy|wording)\.ts$/;

/**
 * The browser's code in few pieces: what every screen needs, what every form needs, and each
 * screen's own. Left to itself Rollup makes a file of every module that two screens share, and a
 * first visit over a phone waits for thirty.
 */
function piece(id: string): string | undefined {
  if (LATER.test(id)) return undefined;
  if (FORMS.test(id)) return 'forms';
  return FRAMEWORK.test(id) || FRAME.test(id) ? 'shell' : undefined;
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixConfig)],
  resolve: {
    alias: {
      '~': new URL('./app', import.meta.url).pathname,
      '#db': new URL('./db', import.meta.url).pathname,
    },
  },
  build: {
    target: 'es2022',
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: piece } },
  },
}));
