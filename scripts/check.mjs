// npm run check: types, lint, import rules and lists that must be complete, side by side. Runs all of them even if one fails, and
// then exits with 1.
import { run } from './setup.mjs';

const codes = await Promise.all(
  ['types', 'lint', 'imports', 'registries'].map((check) =>
    run('npm', ['run', '--silent', `check:${check}`], process.env),
  ),
);
if (codes.some((code) => code !== 0)) process.exitCode = 1;
