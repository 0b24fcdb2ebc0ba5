// npm run check: types, lint and import rules side by side. Runs all of them even if one fails, and
// then exits with 1.
import { run } from './setup.mjs';

const codes = await Promise.all(
  ['types', 'lint', 'imports'].map((check) =>
    run('npm', ['run', '--silent', `check:${check}`], process.env),
  ),
);
if (codes.some((code) => code !== 0)) process.exitCode = 1;
