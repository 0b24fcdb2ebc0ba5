// Prepares what demo and tests need: packages, a build, a browser. Plain JavaScript without
// dependencies, since a fresh clone has nothing but Node. Each step is skipped if it is done
// already, says what it does, and may run concurrently.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from '../db/embedded/lock.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

const say = (message) => console.log(`> ${message}`);

/** A step failed; the message says what to do. */
export class SetupError extends Error {}

/**
 * Prints the message of a failed step, or the whole of an unexpected error, and makes the process
 * exit with 1.
 */
export function giveUp(error) {
  const { code, path, syscall } = error;
  if (path && ['EACCES', 'EPERM', 'EROFS'].includes(code) && !syscall.startsWith('spawn'))
    console.error(
      `\nThis user cannot read or write ${path} (${code}): run the same command as the owner of the folder, or in a clone ` +
        'of your own.',
    );
  else console.error(error instanceof SetupError ? `\n${error.message}` : error);
  process.exitCode = 1;
}

/** Installs the packages of package-lock.json unless they are installed. Throws SetupError. */
export async function ensureInstalled() {
  checkNode();
  if (isInstalled()) return;
  await once('install', 'installing the packages', async () => {
    if (isInstalled()) return;
    // A second work tree may share the packages of the first: do not replace those.
    if (lstatSync(join(ROOT, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink())
      throw new SetupError(
        'node_modules is a link, and what it leads to does not match package-lock.json: run npm ci there, or remove the ' +
          'link, then run the same command again.',
      );
    say('Installing the packages (npm ci). The first time this takes a minute.');
    // Drop our own .bin from the path: its `node` is about to be replaced by the npm that it would
    // run.
    const PATH = (process.env.PATH ?? '')
      .split(delimiter)
      .filter((folder) => !folder.startsWith(join(ROOT, 'node_modules')))
      .join(delimiter);
    // The build needs the development packages, whatever NODE_ENV says.
    const status = await run('npm', ['ci', '--include=dev', '--include=optional'], {
      ...process.env,
      PATH,
    });
    if (status !== 0)
      throw new SetupError(
        'The packages could not be installed (npm ci, see above). Check the network, the npm registry (npm config get ' +
          'registry) and the free space on the disk, then run the same command again.',
      );
    writeFileSync(installStamp(), lockfileHash());
  });
}

/**
 * Builds the application for production unless the last build has the same sources. Throws
 * SetupError.
 */
export async function ensureBuilt() {
  if (isBuilt()) return;
  await once('build', 'building the application', async () => {
    if (isBuilt()) return;
    say('Building the application (npm run build).');
    const hash = sourceHash();
    rmSync(buildStamp(), { force: true });
    if ((await run('npm', ['run', '--silent', 'build'], process.env)) !== 0)
      throw new SetupError(
        'The build failed (npm run build, see above). Mend that, then run the same command again.',
      );
    mkdirSync(join(ROOT, 'build'), { recursive: true });
    writeFileSync(buildStamp(), hash);
  });
}

/**
 * Finds Chromium or Chrome, or installs one, preferably the headless shell. Returns its path and
 * sets CHROMIUM_PATH to it for child processes. Throws SetupError.
 */
export async function ensureBrowser() {
  await preferHeadlessShell();
  const path = findBrowser() ?? (await once('browser', 'installing a browser', installBrowser));
  process.env.CHROMIUM_PATH = path;
  return path;
}

/**
 * Installs lynx, which a test uses to walk through the screens, if that needs no password: as root
 * on Debian or Ubuntu. Elsewhere, or if it fails, that test reports that it is skipped.
 */
export async function ensureTextBrowser() {
  if (works('lynx') || !isRootOnDebian()) return;
  await once('text-browser', 'installing a text browser', async () => {
    if (works('lynx')) return;
    say('Installing lynx for the tests (apt-get install lynx).');
    if (!(await installPackages('lynx')))
      say('lynx could not be installed: the test that uses it is skipped.');
  });
}

/**
 * The Node for the following steps: the release that npm installed, or else the one that runs this.
 */
export function nodeProgram() {
  const brought = join(ROOT, 'node_modules', '.bin', 'node');
  return works(brought) ? brought : process.execPath;
}

/**
 * Runs a program with our input and output; returns its exit code (1 if it could not be started or
 * was killed).
 */
export function run(program, parameters, env) {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, { cwd: ROOT, env, stdio: 'inherit' });
    child.once('error', (error) => {
      console.error(`${program}: ${error.message}`);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new SetupError(
      `This is Node ${process.versions.node}, and Vereinsheim needs 20.19 or newer: install it from https://nodejs.org ` +
        'or with your package manager, then run the same command again.',
    );
}

/** Lets one process at a time do a step; the others wait, and then find it done. */
function once(name, doing, step) {
  const folder = join(ROOT, '.locks');
  mkdirSync(folder, { recursive: true });
  return withLock(join(folder, name), step, {
    timeoutMs: 30 * 60_000,
    onWait: (pid) => say(`Another process (${pid}) is ${doing}: waiting for it.`),
  });
}

const installStamp = () => join(ROOT, 'node_modules', '.vereinsheim-stamp');
const buildStamp = () => join(ROOT, 'build', '.stamp');

function isInstalled() {
  const wanted = lockfileHash();
  if (readIfThere(installStamp()) === wanted) return true;
  if (!installedMatches()) return false;
  writeFileSync(installStamp(), wanted);
  return true;
}

/** An installation by hand counts too: npm records what it has installed when it is done. */
function installedMatches() {
  const installed = readIfThere(join(ROOT, 'node_modules', '.package-lock.json'));
  if (!installed) return false;
  const found = JSON.parse(installed).packages;
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  const names = new Set(
    [...Object.keys(found), ...Object.keys(wanted)].filter((name) => name !== ''),
  );
  return [...names].every((name) =>
    found[name]
      ? found[name].version === wanted[name]?.version &&
        found[name].integrity === wanted[name]?.integrity
      : wanted[name].optional || wanted[name].peer,
  );
}

function isBuilt() {
  return readIfThere(buildStamp()) === sourceHash();
}

const lockfileHash = () => hashOf(['package-lock.json']);
const sourceHash = () =>
  hashOf([
    'app',
    'db',
    'migrations',
    'public',
    'server.ts',
    'scripts',
    'package-lock.json',
    'vite.config.ts',
    'vite.server.config.ts',
    'remix.config.js',
    'tsconfig.json',
  ]);

/** Hashes the names and contents of files, and of everything in folders. Skips what is missing. */
function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((each) => filesOf(join(ROOT, each)))) {
    const content = readFileSync(path);
    hash.update(`${relative(ROOT, path)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesOf(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).sort();
  return names.flatMap((name) => filesOf(join(path, name)));
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/**
 * True if the program runs at all: Ubuntu's chromium-browser exists but does not run without snap.
 */
function works(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (works(chosen)) return chosen;
    throw new SetupError(
      `CHROMIUM_PATH is ${chosen}, and that does not run: correct it, or unset it.`,
    );
  }
  const usual = [
    HEADLESS_SHELL,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ].find((path) => existsSync(path) && works(path));
  if (usual) return usual;
  const downloaded = playwrightBrowser();
  return downloaded && works(downloaded) ? downloaded : undefined;
}

/** The path of the browser that playwright has downloaded, if it has. */
function playwrightBrowser() {
  const ask = "import('playwright').then(({ chromium }) => console.log(chromium.executablePath()))";
  return spawnSync(nodeProgram(), ['-e', ask], { cwd: ROOT, encoding: 'utf8' }).stdout?.trim();
}

/**
 * Debian's Chromium without a user interface: with it, the tests take less than half of the CPU
 * time.
 */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/**
 * Installs the headless shell beside any browser that is there, if that needs no password: as root
 * on Debian, which has the package (Ubuntu does not). Elsewhere, or if it fails, another browser
 * will do.
 */
async function preferHeadlessShell() {
  if (process.env.CHROMIUM_PATH || works(HEADLESS_SHELL) || !isRootOnDebian() || !isDebianItself())
    return;
  await once('browser', 'installing a browser', async () => {
    if (works(HEADLESS_SHELL)) return;
    say(
      "Installing Chromium's headless shell for the tests (apt-get install chromium-headless-shell).",
    );
    if (!(await installPackages('chromium-headless-shell')))
      say(
        'The headless shell could not be installed: another browser is used, which takes longer.',
      );
  });
}

async function installBrowser() {
  const found = findBrowser();
  if (found) return found;
  if (isRootOnDebian()) {
    say('Installing Chromium for the tests (apt-get install chromium).');
    await installPackages('chromium');
  } else {
    say("Downloading Chromium for the tests (playwright install chromium, into the user's cache).");
    await run(
      nodeProgram(),
      [join(ROOT, 'node_modules', 'playwright', 'cli.js'), 'install', 'chromium'],
      process.env,
    );
  }
  const installed = findBrowser();
  if (installed) return installed;
  throw new SetupError(
    'The tests need a browser, and none could be installed: install Chromium (Debian and Ubuntu: sudo apt-get install ' +
      'chromium; macOS: brew install --cask chromium) or set CHROMIUM_PATH to one, then run the same command again.',
  );
}

const isRootOnDebian = () => process.getuid?.() === 0 && existsSync('/etc/debian_version');
const isDebianItself = () => /^ID="?debian"?$/m.test(readIfThere('/etc/os-release') ?? '');

/** Installs packages with apt-get; true if that worked. */
async function installPackages(...names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const patience = ['-o', 'DPkg::Lock::Timeout=600', '-o', 'Acquire::http::Timeout=30'];
  await run('apt-get', [...patience, 'update'], env);
  return (
    (await run(
      'apt-get',
      [...patience, 'install', '-y', '--no-install-recommends', ...names],
      env,
    )) === 0
  );
}
