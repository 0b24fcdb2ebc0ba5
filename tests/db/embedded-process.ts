// Another process that uses the embedded server of a folder: embedded.test.ts starts it, reads its
// first line and ends or kills it.
import { startEmbeddedPostgres } from '../../db/embedded/server';

const dataDir = process.argv[2] ?? '';
void startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } }).then(
  ({ connectionString, stop }) => {
    process.stdout.write(`${connectionString}\n`);
    // Something must keep it alive, since the embedded server does not.
    const alive = setInterval(() => {}, 1000);
    process.once('SIGTERM', () => void stop().finally(() => clearInterval(alive)));
  },
);
