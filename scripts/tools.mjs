// The programs that tests run beside our own: etcd, kubectl, and the oldest kubectl that must work. Those on PATH are
// taken; else, on Debian and its kin, packages are unpacked below .cache/, so that nothing of the system changes.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ROOT, say } from './bootstrap.mjs';

const CACHE = join(ROOT, '.cache');

/** `env`: the variable that names the program to tests, and to which one can set one's own. */
const TOOLS = [
  { env: 'ETCD', program: 'etcd', package: 'etcd-server', onPath: true },
  { env: 'KUBECTL', program: 'kubectl', package: 'kubernetes-client', onPath: true },
  { env: 'KUBECTL_OLD', program: 'kubectl', package: 'kubernetes-client', onPath: false, version: /v1\.20\./ },
];

/** Finds or fetches the programs. Returns the environment that names them, and a line for each one that is missing. */
export function ensureTools() {
  const env = {};
  const missing = [];
  for (const tool of TOOLS) {
    const path =
      process.env[tool.env] || (tool.onPath && findOnPath(tool.program)) || fromPackage(tool.package, tool.program);
    if (path && isExecutable(path) && isWanted(path, tool.version)) env[tool.env] = path;
    else
      missing.push(`${tool.env} (${tool.program} of Debian's package ${tool.package}, or set ${tool.env} to its path)`);
  }
  for (const name of ['apt', 'debs']) rmSync(join(CACHE, name), { recursive: true, force: true });
  return { env, missing };
}

function isWanted(path, version) {
  if (version === undefined) return true;
  const { stdout } = spawnSync(path, ['version', '--client'], { encoding: 'utf8' });
  return version.test(stdout ?? '');
}

function findOnPath(program) {
  const directories = (process.env.PATH ?? '').split(delimiter).filter((directory) => directory !== '');
  return directories.map((directory) => join(directory, program)).find(isExecutable);
}

/** The program out of a package; undefined where it cannot be had. A failure is not tried again for other programs. */
function fromPackage(packageName, program) {
  const directory = join(CACHE, packageName);
  const path = join(directory, 'usr', 'bin', program);
  if (isExecutable(path)) return path;
  if (!findOnPath('apt-get') || !findOnPath('dpkg')) return undefined;
  say(`Fetching ${program} (once).`);
  const debs = join(CACHE, 'debs', packageName);
  mkdirSync(debs, { recursive: true });
  if (!download(packageName, debs)) return undefined;
  for (const deb of readdirSync(debs)) spawnSync('dpkg', ['-x', join(debs, deb), directory], { stdio: 'inherit' });
  return isExecutable(path) ? path : undefined;
}

/** With the system's package lists, or where these are missing or stale, with lists of our own, which needs no root. */
function download(packageName, directory) {
  const options = [
    '-q=2',
    '-o',
    'Acquire::Retries=1',
    '-o',
    'Acquire::http::Timeout=30',
    '-o',
    'APT::Sandbox::User=root',
  ];
  const apt = (...args) => spawnSync('apt-get', args, { cwd: directory, stdio: 'ignore' }).status === 0;
  if (apt(...options, 'download', packageName)) return true;
  const state = join(CACHE, 'apt');
  for (const name of ['lists/partial', 'archives/partial']) mkdirSync(join(state, name), { recursive: true });
  const own = [...options, '-o', `Dir::State::lists=${join(state, 'lists')}`, '-o', `Dir::Cache=${state}`];
  return apt(...own, 'update') && apt(...own, 'download', packageName);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
