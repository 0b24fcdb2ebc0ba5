import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, slowest first; measured on two cores in November 2026. */
const LONGEST = [
  'e2e/screens',
  'running/backup',
  'http/malformed',
  'chaos/two-servers',
  'e2e/keyboard',
  'e2e/club',
  'http/access',
  'e2e/long-words',
  'chaos/frozen',
  'e2e/unsaved',
  'running/processes',
  'running/start',
  'running/replica',
  'http/events-concurrency',
  'running/probes',
  'db/embedded-first-start',
  'http/hostile-input',
  'http/openapi',
  'http/invitation-budgets',
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
