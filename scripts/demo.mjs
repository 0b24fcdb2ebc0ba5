// npm run demo: everything from a fresh clone to a running server with demo data (I1).
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
  // In a process group of its own: Ctrl-C reaches the whole group of the terminal, and npm passes
  // it on besides, so the server would get it two or three times and could take the second for
  // impatience. It gets each signal from us.
  const server = spawn(nodeProgram(), ['--import', 'tsx', 'server.ts', '--demo'], {
    cwd: ROOT,
    env: process.env,
    stdio: 'inherit',
    detached: true,
  });
  let last = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // Within a second it is the same wish by another way.
      if (Date.now() - last > 1000) server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
      last = Date.now();
    });
  }
  // A signal to npm ends npm and its shell, and never reaches us: their end is the signal.
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
    // The listeners above would not keep us, but an open standard input might.
    process.exit();
  });
}
