// The options of Remix's Vite plugin, read by vite.config.ts: app directory, the v3 future flags, and the
// build folders. Routes are not found by file name but listed in app/routes.ts.
/** @type {import('@remix-run/dev').VitePluginConfig} */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  future: {
    v3_fetcherPersist: true,
    // Off: it costs a round trip before the first dialog opens, and our route table is small.
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
    unstable_optimizeDeps: true,
  },
};
