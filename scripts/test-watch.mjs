// npm run test:watch: the tests of what has changed since the last commit, again on every change.
// With parameters those tests, and again on any change in the sources:
// npm run test:watch -- tests/http/polls. The tests ask the production build, so it is made first.
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
