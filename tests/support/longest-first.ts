import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, slowest first; measured on two cores in November 2026. */
const LONGEST = [
  'e2e/screens',
  'running/backup',
  'running/restore',
  'http/malformed',
  'running/listener',
  'e2e/keyboard',
  'e2e/club',
  'chaos/two-servers',
  'running/processes',
  'db/embedded-first-start',
  'e2e/long-words',
  'chaos/frozen',
  'running/pgbouncer',
  'running/replica',
  'http/access',
  'chaos/kill',
  'e2e/unsaved',
  'http/hostile-input',
  'http/events-concurrency',
  'running/probes',
  'running/flood',
  'running/start',
  'http/openapi',
  'http/invitation-budgets',
  'running/admin',
  'running/stop',
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
