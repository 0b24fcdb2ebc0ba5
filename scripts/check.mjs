// npm run check: types, lint, import rules and lists that must be complete, side by side; or those that are named. Runs all of them
// even if one fails, and then exits with 1.
import { run } from './setup.mjs';

const named = process.argv.slice(2);
const checks = named.length > 0 ? named : ['types', 'lint', 'imports', 'registries'];
const codes = await Promise.all(
  checks.map((check) => run('npm', ['run', '--silent', `check:${check}`], process.env)),
);
if (codes.some((code) => code !== 0)) process.exitCode = 1;
