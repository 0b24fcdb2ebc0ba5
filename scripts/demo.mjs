// npm run demo: from a fresh clone to a running server with demo data (I1).
import { spawn } from 'node:child_process';
import { ensureBuilt, ensureInstalled, giveUp, nodeProgram, ROOT } from './setup.mjs';

try {
  await ensureInstalled();
  await ensureBuilt();
  serve();
} catch (error) {
  giveUp(error);
}

function serve() {
  // Give the server its own process group. Ctrl-C reaches the terminal's whole group, and npm
  // passes it on as well, so the server would get it two or three times and might take the second
  // for a forced stop. We pass each signal on.
  const server = spawn(nodeProgram(), ['--import', 'tsx', 'server.ts', '--demo'], {
    cwd: ROOT,
    env: process.env,
    stdio: 'inherit',
    detached: true,
  });
  let last = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // Within a second it is the same signal by another route.
      if (Date.now() - last > 1000) server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
      last = Date.now();
    });
  }
  // A signal to npm ends npm and its shell without reaching us, so take their end for the signal.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) {
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      process.kill(process.pid, 'SIGTERM');
    }, 500);
  }
  server.once('error', giveUp);
  server.once('exit', (code) => {
    process.exitCode = code ?? 1;
    // An open standard input might keep the process alive.
    process.exit();
  });
}
