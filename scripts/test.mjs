// npm test: everything from a fresh clone to the result of all tests (I1). Parameters go to vitest:
// npm test -- tests/http. The last line counts what passed and failed.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ensureBrowser,
  ensureBuilt,
  ensureInstalled,
  ensureTextBrowser,
  giveUp,
  nodeProgram,
  ROOT,
  run,
} from './setup.mjs';

const folder = mkdtempSync(join(tmpdir(), 'vereinsheim-test-'));
const report = join(folder, 'report.json');
let counts = { passed: 0, failed: 1, skipped: 0 };
try {
  await ensureInstalled();
  const parameters = process.argv.slice(2);
  // The registries' tests are among all tests.
  const checks = parameters.length > 0 ? [] : ['types', 'lint', 'imports'];
  const checking = run(nodeProgram(), [join(ROOT, 'scripts/check.mjs'), ...checks], process.env);
  // The first run waits for downloads here; the build and the first tests leave a core to the checks.
  await ensureBrowser();
  await ensureTextBrowser();
  await ensureBuilt();
  const tested = await run(
    nodeProgram(),
    [
      join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...parameters,
    ],
    process.env,
  );
  counts = countsOf(report) ?? counts;
  const checked = await checking;
  if (checked !== 0) {
    console.error('\nThe checks failed (npm run check, see above): mend what they name.');
    counts.failed += 1;
  }
  if (tested !== 0 || counts.failed > 0) process.exitCode = 1;
} catch (error) {
  giveUp(error);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);

/**
 * Undefined when vitest did not get as far as a report. A test file that cannot be loaded counts as
 * one failure.
 */
function countsOf(path) {
  let result;
  try {
    result = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
  const unloadable = result.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + unloadable.length,
    skipped: result.numPendingTests + (result.numTodoTests ?? 0),
  };
}
