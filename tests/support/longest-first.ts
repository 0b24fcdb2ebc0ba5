import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, slowest first; measured on two cores in November 2026. */
const LONGEST = [
  'e2e/screens',
  'running/costs',
  'http/access',
  'spec/events',
  'http/refusals',
  'e2e/keyboard',
  'http/record-visibility',
  'spec/members',
  'chaos/frozen',
  'chaos/two-servers',
  'plans/screens',
  'spec/polls',
  'e2e/unsaved',
  'running/database-roles',
  'running/probes',
  'running/start',
  'plans/answers',
  'http/malformed',
  'spec/shell',
  'http/openapi',
  'db/embedded-first-start',
  'running/notifications',
  'running/replica',
  'chaos/kill',
  'http/hostile-input',
  'chaos/rolling-upgrade',
  'running/admin',
  'running/backup',
  'http/events-concurrency',
  'e2e/after-logout',
  'e2e/offline',
  'spec/accounts',
  'e2e/announcements',
  'http/hostile-founder',
  'e2e/bytes',
  'e2e/confirm',
  'http/asked-model',
  'http/long-lists',
  'e2e/rows-in-sight',
  'running/flood',
  'e2e/board',
  'running/processes',
  'db/outbox-model',
  'http/app-tokens',
  'db/outbox-many',
  'running/log-in-rush',
  'e2e/participants',
  'plans/series',
  'plans/calendar',
  'e2e/next-event',
  'e2e/messages',
  'running/stop',
  'running/remote',
  'chaos/disk',
  'http/waiting-list-races',
  'chaos/promotion',
  'e2e/frame',
  'running/test-mail',
  'unit/route-table',
  'e2e/look-and-feel',
  'e2e/for-you',
];

/** Starts the slowest files first, so that the workers end at about the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
      return place < 0 ? LONGEST.length : place;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
