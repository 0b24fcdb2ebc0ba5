// Adds one to the number in a file, slowly enough that two at once would lose one; lock.test.ts
// runs many of these and kills some.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { withLock } from '../../db/embedded/lock.mjs';

const [path = '', rounds = '1'] = process.argv.slice(2);
for (let round = 0; round < Number(rounds); round++) {
  await withLock(`${path}.lock`, async () => {
    const number = Number(readFileSync(path, 'utf8'));
    await sleep(2);
    // Whole or not at all, should the kill come here.
    writeFileSync(`${path}.new`, String(number + 1));
    renameSync(`${path}.new`, path);
    process.stdout.write('.');
  });
}
