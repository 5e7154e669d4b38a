// Prepares a fresh clone: checks Node, installs packages, compiles sources. Plain Node without dependencies, in syntax
// that an old Node can parse, so that it can report its version.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkPackages } from './link.mjs';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** `pilothouse`, once it is built. */
export const COMMAND = join(ROOT, 'services', 'cli', 'dist', 'bin', 'pilothouse.js');

const INSTALL_STAMP = join(ROOT, 'node_modules', '.pilothouse-install');
const BUILD_STAMP = join(ROOT, 'node_modules', '.pilothouse-build');

/** Exits with a message where Node is older than package.json requires. */
export function checkNode() {
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).engines.node.replace(/[^\d.]/g, '');
  const parts = (version) => version.split('.').map(Number);
  const [major, minor] = parts(process.versions.node);
  const [wantedMajor, wantedMinor] = parts(wanted);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  fail(`Pilothouse needs Node ${wanted} or newer; this is ${process.versions.node}`);
}

/** Installs packages where node_modules does not match package-lock.json. */
export function ensureInstalled() {
  const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
  const digest = createHash('sha256').update(lock).digest('hex');
  if (readText(INSTALL_STAMP) === digest) return;
  linkPackages();
  if (!isInstalled(JSON.parse(lock).packages)) {
    say('Installing packages (once).');
    install();
  }
  writeFileSync(INSTALL_STAMP, digest);
}

/**
 * Compiles and bundles the sources where a source or tool has changed since the last success. Returns false on failure,
 * after the tool has printed the reason.
 */
export function ensureBuilt() {
  const digest = sourcesDigest();
  if (readText(BUILD_STAMP) === digest && outputsExist()) return true;
  say('Compiling.');
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const steps = [[compiler, '--build'], [join(ROOT, 'scripts', 'bundle.mjs')]];
  const run = (args) => spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }).status === 0;
  if (!steps.every(run)) return false;
  writeFileSync(BUILD_STAMP, digest);
  return true;
}

/** Prints a progress line. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Exits with a message. */
export function fail(text) {
  process.stderr.write(`error: ${text}\n`);
  process.exit(1);
}

/** True where npm's record of node_modules contains everything in the lock file, except optional packages. */
function isInstalled(wanted) {
  const record = readText(join(ROOT, 'node_modules', '.package-lock.json'));
  if (record === undefined) return false;
  const { packages } = JSON.parse(record);
  return Object.entries(wanted).every(([path, { version, link, optional }]) => {
    if (!path.startsWith('node_modules/')) return true;
    if (link === true) return existsSync(join(ROOT, path));
    const found = packages[path];
    return found === undefined ? optional === true : version === found.version;
  });
}

/**
 * `npm ci` fails where the registry lacks a build for another platform; `npm install` does not. Both install the locked
 * versions.
 */
function install() {
  const common = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const clean = npm(['ci', ...common]);
  if (clean.status === 0) return;
  const plain = npm(['install', '--no-save', ...common]);
  if (plain.status === 0) return;
  process.stderr.write(`${clean.stderr ?? ''}${plain.stderr ?? ''}`);
  fail(`the packages cannot be installed${plain.error ? `: ${plain.error.message}` : ''}`);
}

/** The npm that runs this script, or the one in PATH. */
function npm(args) {
  const options = { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' };
  const script = process.env.npm_execpath;
  return script === undefined
    ? spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
    : spawnSync(process.execPath, [script, ...args], options);
}

/** Path, size and time of every file that a build reads. */
function sourcesDigest() {
  const hash = createHash('sha256');
  const add = (path) => {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  };
  const visit = (directory) => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== 'dist' && entry.name !== 'node_modules') visit(path);
      } else if (/\.(tsx?|css|html|svg)$|^(package|tsconfig)\.json$/.test(entry.name)) {
        add(path);
      }
    }
  };
  for (const directory of ['services', 'test-e2e', 'scripts']) visit(join(ROOT, directory));
  for (const file of [
    'tsconfig.json',
    'tsconfig.base.json',
    'package-lock.json',
    'scripts/bundle.mjs',
    'scripts/page.mjs',
  ])
    add(join(ROOT, file));
  return hash.digest('hex');
}

function outputsExist() {
  const { references } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8'));
  return existsSync(COMMAND) && references.every(({ path }) => existsSync(join(ROOT, path, 'dist', '.tsbuildinfo')));
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
