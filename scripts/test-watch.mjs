// npm run test:watch: runs the tests that depend on uncommitted changes, again on every save. With
// parameters, such as npm run test:watch -- tests/http/polls, runs those tests, again whenever a
// source changes. Tests use the production build, so it is brought up to date first.
import { ensureBrowser, ensureBuilt, ensureInstalled, giveUp } from './setup.mjs';

try {
  await ensureInstalled();
  await ensureBrowser();
  await ensureBuilt();
  const { startVitest } = await import('vitest/node');
  const filters = process.argv.slice(2);
  const vitest = await startVitest('test', filters, {
    watch: true,
    ...(filters.length === 0
      ? { changed: true }
      : { forceRerunTriggers: ['**/app/**', '**/db/**', '**/migrations/**'] }),
  });
  vitest.onTestsRerun(() => ensureBuilt().catch(giveUp));
} catch (error) {
  giveUp(error);
}
