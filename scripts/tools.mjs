// The programs that tests run beside our own: etcd, kubectl, and the oldest kubectl that must work. Those on PATH are
// taken; else, on Debian and its kin, packages are unpacked below .cache/, so that nothing of the system changes.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ROOT, say } from './bootstrap.mjs';

const CACHE = join(ROOT, '.cache');

/**
 * `env`: the variable that names the program to tests, and to which one can set one's own. `suite`: the release of Debian
 * that has the package, where that is not the system's own; without access to it, the tests that need it are skipped.
 */
const TOOLS = [
  { env: 'ETCD', program: 'etcd', package: 'etcd-server', onPath: true },
  {
    env: 'ETCD_NEW',
    program: 'etcd',
    package: 'etcd-server',
    onPath: true,
    suite: 'trixie',
    version: { args: ['--version'], text: /^etcd Version: 3\.([5-9]|\d\d)\./ },
  },
  { env: 'KUBECTL', program: 'kubectl', package: 'kubernetes-client', onPath: true },
  {
    env: 'KUBECTL_OLD',
    program: 'kubectl',
    package: 'kubernetes-client',
    onPath: false,
    version: { args: ['version', '--client'], text: /v1\.20\./ },
  },
];

const MIRROR = 'http://deb.debian.org/debian';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** Finds or fetches the programs. Returns the environment that names them, and a line for each one that is missing. */
export function ensureTools() {
  const env = {};
  const missing = [];
  for (const tool of TOOLS) {
    const path = find(tool);
    if (path !== undefined) env[tool.env] = path;
    else if (tool.suite !== undefined && !canReach(tool.suite))
      say(`${tool.env} cannot be fetched here. The tests that need it are skipped.`);
    else
      missing.push(`${tool.env} (${tool.program} of Debian's package ${tool.package}, or set ${tool.env} to its path)`);
  }
  for (const name of ['apt', 'debs']) rmSync(join(CACHE, name), { recursive: true, force: true });
  return { env, missing };
}

function find(tool) {
  const isWanted = (path) => path !== undefined && isExecutable(path) && hasVersion(path, tool.version);
  const named = process.env[tool.env];
  if (named) return isWanted(named) ? named : undefined;
  const installed = tool.onPath ? findOnPath(tool.program) : undefined;
  if (isWanted(installed)) return installed;
  const fetched = fromPackage(tool);
  return isWanted(fetched) ? fetched : undefined;
}

function hasVersion(path, version) {
  if (version === undefined) return true;
  const { stdout } = spawnSync(path, version.args, { encoding: 'utf8' });
  return version.text.test(stdout ?? '');
}

function findOnPath(program) {
  const directories = (process.env.PATH ?? '').split(delimiter).filter((directory) => directory !== '');
  return directories.map((directory) => join(directory, program)).find(isExecutable);
}

/** The program out of a package; undefined where it cannot be had. */
function fromPackage({ package: packageName, program, suite }) {
  const name = suite === undefined ? packageName : `${packageName}-${suite}`;
  const directory = join(CACHE, name);
  const path = join(directory, 'usr', 'bin', program);
  if (isExecutable(path)) return path;
  if (!findOnPath('apt-get') || !findOnPath('dpkg')) return undefined;
  say(`Fetching ${program}${suite === undefined ? '' : ` of Debian's ${suite}`} (once).`);
  const debs = join(CACHE, 'debs', name);
  mkdirSync(debs, { recursive: true });
  if (!download(packageName, debs, suite)) return undefined;
  for (const deb of readdirSync(debs)) spawnSync('dpkg', ['-x', join(debs, deb), directory], { stdio: 'inherit' });
  return isExecutable(path) ? path : undefined;
}

/** With the system's package lists, or where these are missing or stale, with lists of our own, which needs no root. */
function download(packageName, directory, suite) {
  if (suite === undefined && apt(directory, 'download', packageName)) return true;
  const own = ownLists(suite);
  return apt(directory, ...own, 'update') && apt(directory, ...own, 'download', packageName);
}

/** Whether the mirror has the lists of that release. */
function canReach(suite) {
  return findOnPath('apt-get') !== undefined && apt(CACHE, ...ownLists(suite), 'update');
}

function apt(directory, ...args) {
  const options = [
    '-q=2',
    '-o',
    'Acquire::Retries=1',
    '-o',
    'Acquire::http::Timeout=30',
    '-o',
    'APT::Sandbox::User=root',
  ];
  return spawnSync('apt-get', [...options, ...args], { cwd: directory, stdio: 'ignore' }).status === 0;
}

/** apt's options for lists below .cache/, of the system's releases or of `suite` alone. */
function ownLists(suite) {
  const state = join(CACHE, 'apt', suite ?? 'system');
  for (const name of ['lists/partial', 'archives/partial']) mkdirSync(join(state, name), { recursive: true });
  const options = ['-o', `Dir::State::lists=${join(state, 'lists')}`, '-o', `Dir::Cache=${state}`];
  if (suite === undefined) return options;
  const sources = join(state, 'sources.list');
  writeFileSync(sources, `deb [signed-by=${KEYRING}] ${MIRROR} ${suite} main\n`);
  // Of lists that could not be fetched apt otherwise only warns.
  options.push('-o', 'APT::Update::Error-Mode=any');
  return [...options, '-o', `Dir::Etc::SourceList=${sources}`, '-o', 'Dir::Etc::SourceParts=/dev/null'];
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
