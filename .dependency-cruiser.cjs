/**
 * Imports point one way (docs/architecture.md): server -> bridge -> doors, and routes, api -> pages -> doors,
 * operations -> kernel, queries -> db.
 */
const feature = '^app/features/([^/]+)/';

/**
 * The features, the lowest first: each imports only from those below, and the two of a floor from
 * each other, so no circle of features is larger than two.
 */
const FLOORS = [
  ['accounts', 'factors'],
  ['organizations'],
  ['outbox'],
  ['permissions'],
  ['invitations', 'members'],
  ['groups'],
  ['events', 'series'],
  ['absences'],
  ['calendars'],
  ['polls'],
  ['answers'],
  ['board'],
  ['messages'],
  ['notifications'],
  ['audit'],
  ['exports'],
  ['imports'],
  ['erasure'],
  ['leaving'],
  ['merging'],
  ['reports'],
  ['shell'],
  ['dev'],
  ['legal'],
];

const files = (features) => `^app/features/(${features.join('|')})/`;

const floors = FLOORS.slice(0, -1).map((features, floor) => ({
  name: `floor-${floor + 1}-knows-none-above`,
  from: { path: files(features) },
  to: { path: files(FLOORS.slice(floor + 1).flat()) },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circles', from: {}, to: { circular: true } },
    ...floors,
    {
      name: 'every-feature-has-a-floor',
      from: { path: '^app/features/', pathNot: files(FLOORS.flat()) },
      to: {},
    },
    {
      name: 'base-rooms-know-no-feature',
      from: { path: '^app/(kernel|doors|bridge|mail|ui|paths|frame)/' },
      to: { path: '^app/features/' },
    },
    {
      name: 'kernel-knows-no-door',
      comment: 'Operations know neither Request nor Response.',
      from: { path: '^app/kernel/' },
      to: { path: '^app/(doors|bridge|ui|mail|server)/' },
    },
    {
      name: 'doors-know-no-server',
      from: { path: '^app/doors/' },
      to: { path: '^app/(bridge|server|mail)/' },
    },
    {
      name: 'bridge-knows-no-server',
      from: { path: '^app/bridge/' },
      to: { path: '^app/server/' },
    },
    {
      name: 'form-and-page-meet-in-screen',
      comment: 'What the two doors of a screen share is in screen.server.ts.',
      from: { path: '^app/doors/(form|page|screen|api)\\.server\\.ts$' },
      to: { path: '^app/doors/(form|page|api)\\.server\\.ts$' },
    },
    {
      name: 'addresses-are-texts',
      comment: 'What a link leads to is known to anybody; what is behind it is not.',
      from: { path: '^app/paths/' },
      to: { path: '^app/', pathNot: '^app/(paths/|ui/kept-query\\.ts$)' },
    },
    {
      name: 'ui-is-domain-free',
      comment: 'The look knows neither the kernel nor the database.',
      from: { path: '^app/ui/' },
      to: { path: '^(app/(kernel|doors|bridge|mail|server|features)|db)/' },
    },
    {
      name: 'nothing-imports-pages',
      comment: 'But pages of the same feature.',
      from: { path: feature },
      to: {
        path: '^app/features/[^/]+/pages/',
        pathNot: '^app/features/$1/pages/',
      },
    },
    {
      name: 'features-meet-through-their-front',
      comment:
        'A feature reaches another only through its schema, fields, policy, wire, wording, rules, queries or operations.',
      from: { path: feature },
      to: {
        path: '^app/features/',
        pathNot: [
          '^app/features/$1/',
          '^app/features/[^/]+/(schema|fields|policy|wire|wording|redirect|rule)\\.ts$',
          '^app/features/[^/]+/(queries|operations|rules)(\\.server\\.ts$|/)',
        ],
      },
    },
    {
      name: 'feature-files-are-named-by-their-role',
      comment: 'The roles are in docs/style.md; modules for the server alone are named by subject.',
      from: {},
      to: {
        path: '^app/features/[^/]+/[^/]+\\.tsx?$',
        pathNot: [
          '/(schema|fields|policy|wire|wording|view)\\.ts$',
          '\\.server\\.tsx?$',
          '^app/features/accounts/redirect\\.ts$',
          '^app/features/events/(list|month)-view\\.ts$',
          '^app/features/members/participation\\.ts$',
          '^app/features/series/rule\\.ts$',
        ],
      },
    },
    {
      name: 'operations-and-queries-see-no-page',
      from: { path: '^app/features/[^/]+/(operations|queries|policy|schema)' },
      to: {
        path: '(^app/features/[^/]+/(pages|components)/|^app/ui/|^app/doors/)',
      },
    },
    {
      name: 'policies-and-schemas-do-no-io',
      from: { path: '^app/features/[^/]+/(policy|schema)\\.ts$' },
      to: { path: '(\\.server\\.ts$|^db/|^node_modules/(pg|kysely)/)' },
    },
    {
      name: 'db-knows-no-app',
      from: { path: '^db/' },
      to: { path: '^app/' },
    },
  ].map((rule) => ({ severity: 'error', ...rule })),
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^build/' },
  },
};
