// npm run check: types, lint and import rules at once. All are run even if one fails; the exit code
// is 1 then.
import { run } from './setup.mjs';

const codes = await Promise.all(
  ['types', 'lint', 'imports'].map((check) =>
    run('npm', ['run', '--silent', `check:${check}`], process.env),
  ),
);
if (codes.some((code) => code !== 0)) process.exitCode = 1;
