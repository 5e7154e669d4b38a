// `npm test`: all checks and tests, then one line `N passed, N failed`. `npm test -- <file>…`: only these test files.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { checkNode, ensureBuilt, ensureInstalled, ROOT, say } from './bootstrap.mjs';
import { DIRECTORY, endHungFiles, HOOKS } from './running-tests.mjs';
import { ensureTools } from './tools.mjs';

const bin = (...path) => join(ROOT, 'node_modules', ...path);
const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const mocharc = readJson('.mocharc.json');
const E2E = 'test-e2e';
const E2E_TIMEOUT_MS = 60_000;
/** Concurrent test files: they mostly wait, and each may start several processes. */
const JOBS = 2;
/**
 * The longest test files. They start first, so that none runs alone at the end. The first one forces garbage
 * collections, which are cheap in a new process.
 */
const LONGEST = [
  'services/apiserver/server/listener/streaming',
  'services/storage/etcd/etcd',
  'services/storage/etcd/store',
  'services/storage/etcd/watch',
  'test-e2e/production',
  'test-e2e/model',
  'test-e2e/soak',
  'test-e2e/kubectl',
  'test-e2e/kubectl-commands',
  'test-e2e/docs',
  'test-e2e/packages',
  'test-e2e/test-runners',
  'test-e2e/process',
  'test-e2e/audit',
  'test-e2e/kubectl-kinds',
  'test-e2e/health',
  'test-e2e/overload',
  'test-e2e/admission',
  'test-e2e/rolling-restart',
  'test-e2e/deploy-compose',
].map((name) => `${name}.test.ts`);

const running = new Set();
for (const [signal, exitCode] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
]) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(exitCode);
  });
}

checkNode();
ensureInstalled();
const tools = ensureTools();
const totals = { passed: 0, failed: 0 };
/** Failures, printed again at the end of a long log. */
const failures = [];

const args = process.argv.slice(2);
if (args.length > 0) {
  const isE2e = args.some((arg) => arg.includes('test-e2e'));
  if (isE2e && !ensureBuilt()) count(false, 'types');
  // Runs from sources, without compilation.
  const options = mocharc['node-option'].map((option) => `--${option}`);
  await mocha(args, isE2e ? E2E_TIMEOUT_MS : mocharc.timeout, options);
} else {
  await all();
}
if (failures.length > 0 && args.length === 0) process.stdout.write(`\n== failed\n${failures.join('\n')}\n`);
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`);
process.exitCode = totals.failed === 0 ? 0 : 1;

async function all() {
  if (tools.missing.length > 0) {
    say(`Missing: ${tools.missing.join('; ')}.`);
    if (process.env.CI) count(false, `Missing: ${tools.missing.join('; ')}.`);
    else say('The tests that need them are skipped.');
  }
  // Prettier is single-threaded, so other checks run in parallel.
  const format = check('format', [
    bin('prettier', 'bin', 'prettier.cjs'),
    '--check',
    '--log-level=warn',
    '--cache',
    '.',
  ]);
  await check('lint', [bin('oxlint', 'bin', 'oxlint'), '--type-aware']);
  await check('generated code', ['--import', 'tsx', '--conditions=source', 'scripts/generate.ts', '--check']);
  heading('types');
  count(ensureBuilt(), 'types');
  await format;
  const packages = readJson('tsconfig.json').references.map(({ path }) => path);
  heading('unit tests');
  await mocha(compiledTests(packages.filter((path) => path !== E2E)), mocharc.timeout);
  heading('end-to-end tests');
  await mocha(compiledTests([E2E]), E2E_TIMEOUT_MS);
}

/** The compiled test files of the packages, in starting order. */
function compiledTests(packages) {
  const compiled = new Map(packages.flatMap((directory) => testsOf(directory)));
  const longest = LONGEST.filter((path) => compiled.has(path));
  return [...new Set([...longest, ...compiled.keys()])].map((path) => compiled.get(path));
}

/** The test files of a package with their compiled files. */
function testsOf(directory) {
  return readdirSync(join(ROOT, directory), { recursive: true })
    .map((name) => name.replaceAll(sep, '/'))
    .filter((name) => name.endsWith('.test.ts') && !/^(dist|node_modules)\//.test(name))
    .sort()
    .map((name) => [`${directory}/${name}`, `${directory}/dist/${name.replace(/ts$/, 'js')}`]);
}

/** Runs one checker and prints its output; counts as one test. */
async function check(name, args) {
  const { exitCode, output } = await node(args);
  heading(name);
  process.stdout.write(output);
  count(exitCode === 0, `${name}\n${output}`);
}

/** Runs mocha and adds up its results. A run without results has failed. */
async function mocha(files, timeout, options = []) {
  const flags = ['--no-config', '--extension=ts,js', '--parallel', `--jobs=${JOBS}`, `--timeout=${timeout}`, ...HOOKS];
  if (color()) flags.push('--color');
  const args = [...options, bin('mocha', 'bin', 'mocha.js'), ...flags, ...files];
  const directory = mkdtempSync(join(tmpdir(), 'running-tests-'));
  const stopLooking = endHungFiles(directory, (text) => {
    say(text);
    count(false, text);
  });
  const tell = (text) => process.stdout.write(text);
  const { exitCode, output } = await node(args, { tell, env: { [DIRECTORY]: directory } });
  stopLooking();
  rmSync(directory, { recursive: true, force: true });
  const passed = lastNumber(output, /^ {2}(\d+) passing\b/gm);
  const failed = lastNumber(output, /^ {2}(\d+) failing\b/gm) ?? 0;
  totals.passed += passed ?? 0;
  totals.failed += failed;
  if (failed > 0) failures.push(lastPart(output, /^ {2}\d+ failing\b/gm));
  else if (exitCode !== 0 || passed === undefined) count(false, `mocha ended with ${exitCode}`);
}

/** Runs a program with more variables to its end. Returns its output, which is also passed to `tell` as it arrives. */
function node(args, { tell = () => {}, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...tools.env, ...env },
      stdio: ['inherit', 'pipe', 'pipe'],
    });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        tell(text);
        output += text;
      });
    }
    child.on('close', (exitCode) => {
      running.delete(child);
      resolve({ exitCode, output });
    });
  });
}

function lastNumber(text, pattern) {
  const match = [...stripVTControlCharacters(text).matchAll(pattern)].at(-1);
  return match && Number(match[1]);
}

function lastPart(text, pattern) {
  const plain = stripVTControlCharacters(text);
  return plain.slice([...plain.matchAll(pattern)].at(-1).index);
}

function color() {
  return process.stdout.isTTY && process.env.NO_COLOR === undefined;
}

function heading(text) {
  process.stdout.write(`\n== ${text}\n`);
}

/** Counts a check and records `what` if it failed. */
function count(ok, what) {
  totals[ok ? 'passed' : 'failed'] += 1;
  if (!ok) failures.push(what);
}
