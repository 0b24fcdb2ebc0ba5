// Uses the embedded server of a folder in a separate process, which tests start, read a line from,
// and stop or kill.
import { startEmbeddedPostgres } from '../../db/embedded/server';

const dataDir = process.argv[2] ?? '';
void startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } }).then(
  ({ connectionString, stop }) => {
    process.stdout.write(`${connectionString}\n`);
    // The embedded server does not keep Node alive.
    const alive = setInterval(() => {}, 1000);
    process.once('SIGTERM', () => void stop().finally(() => clearInterval(alive)));
  },
);
