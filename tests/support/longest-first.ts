import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, slowest first; measured on two cores in November 2026. */
const LONGEST = [
  'e2e/screens',
  'http/access',
  'http/long-lists',
  'running/costs',
  'http/malformed',
  'e2e/keyboard',
  'plans/answers',
  'plans/screens',
  'db/embedded-first-start',
  'spec/events',
  'running/notifications',
  'plans/series',
  'e2e/unsaved',
  'e2e/long-words',
  'http/record-visibility',
  'spec/polls',
  'chaos/two-servers',
  'chaos/frozen',
  'running/admin',
  'spec/members',
  'running/log-in-rush',
  'http/refusals',
  'e2e/club',
  'db/series-edits-model',
  'running/processes',
  'running/probes',
  'spec/shell',
  'http/asked-model',
  'e2e/invitations',
  'http/outbox',
  'http/app-tokens',
  'running/replica',
  'plans/calendar',
  'http/hostile-input',
  'e2e/several-members',
  'db/outbox-many',
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
