import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, slowest first; measured on two cores in November 2026. */
const LONGEST = [
  'e2e/screens',
  'spec/events',
  'running/costs',
  'chaos/frozen',
  'e2e/long-words',
  'running/database-roles',
  'running/notifications',
  'http/access',
  'running/processes',
  'running/admin',
  'spec/members',
  'e2e/club',
  'running/probes',
  'chaos/two-servers',
  'e2e/keyboard',
  'e2e/unsaved',
  'spec/polls',
  'http/malformed',
  'plans/screens',
  'plans/answers',
  'chaos/rolling-upgrade',
  'http/hostile-input',
  'spec/accounts',
  'chaos/kill',
  'running/backup',
  'http/openapi',
  'running/flood',
  'running/stop',
  'plans/series',
  'running/start',
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
