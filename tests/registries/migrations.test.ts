import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('landed migrations never change, as databases and backups have been made by them (I2)', () => {
  const made = readdirSync('migrations')
    .sort()
    .map((name) => {
      const digest = createHash('sha256')
        .update(readFileSync(`migrations/${name}`))
        .digest('hex');
      return `${digest}  ${name}`;
    });
  const landed = readFileSync('tests/registries/migrations.sha256', 'utf8').trimEnd().split('\n');
  expect(made, 'a change is a file of its own; npm run db:types adds its line').toEqual(landed);
});
