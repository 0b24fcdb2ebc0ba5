/**
 * What the modules that screens load may reach when they run: types count for nothing here.
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'browsers-load-no-zod',
      comment: 'A single import that leads to zod adds 20 KB to every screen.',
      severity: 'error',
      from: {
        path: '^app/(paths/|features/[^/]+/([a-z-]*view|fields|policy|wording|rule|participation|redirect)\\.ts$)',
      },
      to: { path: '^node_modules/zod/', reachable: true },
    },
  ],
  options: { ...require('./.dependency-cruiser.cjs').options, tsPreCompilationDeps: false },
};
