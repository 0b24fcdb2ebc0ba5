import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, slowest first; measured on two cores in November 2026. */
const LONGEST = [
  'e2e/screens',
  'running/costs',
  'e2e/long-words',
  'http/record-visibility',
  'spec/events',
  'e2e/announcements',
  'chaos/two-servers',
  'http/malformed',
  'chaos/frozen',
  'http/access',
  'e2e/unsaved',
  'spec/polls',
  'db/absences-races',
  'e2e/keyboard',
  'running/admin',
  'plans/answers',
  'spec/members',
  'plans/screens',
  'running/processes',
  'plans/series',
  'running/start',
  'http/refusals',
  'spec/shell',
  'http/asked-model',
  'http/openapi',
  'chaos/rolling-upgrade',
  'http/mail-names',
  'http/accounts-limits',
  'http/hostile-input',
  'http/long-lists',
  'running/database-roles',
  'chaos/kill',
  'running/backup',
  'db/outbox-many',
  'running/probes',
  'running/notifications',
  'e2e/club',
  'e2e/after-logout',
  'e2e/several-members',
  'spec/accounts',
  'db/outbox-model',
  'db/embedded-first-start',
  'e2e/offline',
  'e2e/bytes',
  'running/replica',
  'http/events-concurrency',
  'db/series-edits-model',
  'running/restore',
  'e2e/confirm',
  'plans/calendar',
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
