// `npm test`: every check there is, then one line `N passed, N failed`. `npm test -- <file>…`: only those test files.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { checkNode, ensureBuilt, ensureInstalled, ROOT, say } from './bootstrap.mjs';
import { ensureTools } from './tools.mjs';

const bin = (...path) => join(ROOT, 'node_modules', ...path);
const mocharc = JSON.parse(readFileSync(join(ROOT, '.mocharc.json'), 'utf8'));
const E2E_TIMEOUT_MS = 60_000;
/** Test files that run at a time: much of their time is waiting, and each may start several processes of its own. */
const JOBS = 2;
/** End-to-end test files that take longest. They come first, so that none of them is left for the end, when others have nothing to do. */
const LONGEST = [
  'production',
  'model',
  'kubectl',
  'kubectl-commands',
  'kubectl-kinds',
  'packages',
  'overload',
  'admission',
  'rolling-restart',
  'deploy-compose',
];

let running;
for (const [signal, exitCode] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
]) {
  process.on(signal, () => {
    running?.kill(signal);
    process.exit(exitCode);
  });
}

checkNode();
ensureInstalled();
const tools = ensureTools();
const totals = { passed: 0, failed: 0 };

const args = process.argv.slice(2);
if (args.length > 0) {
  const isE2e = args.some((arg) => arg.includes('test-e2e'));
  if (isE2e && !ensureBuilt()) count(false);
  await mocha(args, isE2e ? E2E_TIMEOUT_MS : mocharc.timeout);
} else {
  await all();
}
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`);
process.exitCode = totals.failed === 0 ? 0 : 1;

async function all() {
  if (tools.missing.length > 0) {
    say(`Missing: ${tools.missing.join('; ')}.`);
    if (process.env.CI) count(false);
    else say('The tests that need them are skipped.');
  }
  await check('format', [bin('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level=warn', '--cache', '.']);
  await check('lint', [bin('oxlint', 'bin', 'oxlint'), '--type-aware']);
  await check('generated code', ['--import', 'tsx', '--conditions=source', 'scripts/generate.ts', '--check']);
  heading('types');
  count(ensureBuilt());
  heading('unit tests');
  await mocha(mocharc.spec, mocharc.timeout);
  heading('end-to-end tests');
  await mocha(endToEndTests(), E2E_TIMEOUT_MS);
}

/** The files in the order in which they are to begin. */
function endToEndTests() {
  const names = readdirSync(join(ROOT, 'test-e2e'), { recursive: true }).filter(
    (name) => name.endsWith('.test.ts') && !name.startsWith('node_modules'),
  );
  const isLong = (name) => LONGEST.includes(name.replace('.test.ts', ''));
  const inOrder = names.sort();
  const files = [...inOrder.filter(isLong), ...inOrder.filter((name) => !isLong(name))];
  return files.map((name) => `test-e2e/${name}`);
}

/** Runs one checker; it counts as one test. */
async function check(name, args) {
  heading(name);
  const { exitCode } = await node(args, 'inherit');
  count(exitCode === 0);
}

/** Runs mocha and adds up what it says passed and failed. A run that says nothing has failed. */
async function mocha(specs, timeout) {
  const flags = ['--no-config', '--extension=ts', '--parallel', `--jobs=${JOBS}`, `--timeout=${timeout}`];
  if (color()) flags.push('--color');
  const options = mocharc['node-option'].map((option) => `--${option}`);
  const { exitCode, output } = await node([...options, bin('mocha', 'bin', 'mocha.js'), ...flags, ...specs], 'pipe');
  const passed = lastNumber(output, /^ {2}(\d+) passing\b/gm);
  const failed = lastNumber(output, /^ {2}(\d+) failing\b/gm) ?? 0;
  totals.passed += passed ?? 0;
  totals.failed += failed;
  if (failed === 0 && (exitCode !== 0 || passed === undefined)) count(false);
}

function node(args, stdout) {
  return new Promise((resolve) => {
    const env = { ...process.env, ...tools.env };
    const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['inherit', stdout, 'inherit'] });
    running = child;
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      process.stdout.write(text);
      output += text;
    });
    child.on('close', (exitCode) => resolve({ exitCode, output }));
  });
}

function lastNumber(text, pattern) {
  const match = [...stripVTControlCharacters(text).matchAll(pattern)].at(-1);
  return match && Number(match[1]);
}

function color() {
  return process.stdout.isTTY && process.env.NO_COLOR === undefined;
}

function heading(text) {
  process.stdout.write(`\n== ${text}\n`);
}

function count(ok) {
  totals[ok ? 'passed' : 'failed'] += 1;
}
