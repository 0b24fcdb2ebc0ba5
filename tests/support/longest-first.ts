import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, in this order; durations measured on two quiet cores. */
const LONGEST = ['running/backup'];

/** Starts the longest files first, so that both workers end at about the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
      return place < 0 ? LONGEST.length : place;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
