import { existsSync } from 'node:fs';

/**
 * The path of Chromium: CHROMIUM_PATH, which `npm test` sets, or Debian's. The headless shell is the
 * same Chromium without windows and tabs, and takes half of the CPU time.
 */
export function browserPath(): string {
  const shell = '/usr/bin/chromium-headless-shell';
  return process.env.CHROMIUM_PATH ?? (existsSync(shell) ? shell : '/usr/bin/chromium');
}

export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
