/**
 * Which test each process of mocha runs: a file of tests that hangs is named and ended, since a run that is cut off from outside
 * tells nothing. Mocha's processes load this module and write their state to a directory, which `npm test` reads.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './bootstrap.mjs';

/** Options of mocha: the modules that its processes load. */
export const HOOKS = ['plain-errors', 'running-tests'].map(
  (name) => `--require=${join(ROOT, 'scripts', `${name}.mjs`)}`,
);
/** The variable that names the directory. It has a file for each process of mocha, named by the process id. */
export const DIRECTORY = 'PILOTHOUSE_RUNNING_TESTS';
/** Milliseconds that a file of tests may take: several times what the longest takes on a busy machine. */
const LIMIT = 10 * 60_000;
const INTERVAL = 10_000;
/** Milliseconds in which Mocha sends the results of a file. */
const PAUSE = 1_000;

const directory = process.env[DIRECTORY] ?? '';
const own = join(directory, String(process.pid));
/** Of the file that this process runs. */
let state = { file: '', began: 0, test: '', failed: [] };
let removal;
const write = (changed) => writeFileSync(own, JSON.stringify((state = { ...state, ...changed })));

/** Hooks around each file of tests, and around each test. */
export const mochaHooks = {
  beforeAll() {
    clearTimeout(removal);
    const { suites, tests } = this.test.parent;
    const [first] = [...suites, ...tests];
    write({ file: relative(ROOT, first?.file ?? ''), began: Date.now(), test: 'its start', failed: [] });
  },
  beforeEach() {
    write({ test: this.currentTest.fullTitle() });
  },
  afterEach() {
    const { state: outcome, err } = this.currentTest;
    if (outcome === 'failed') state.failed.push(`${this.currentTest.fullTitle()}: ${String(err?.message)}`);
  },
  afterAll() {
    // Mocha then sends the results to its main process, which can block as well.
    write({ test: 'its end' });
    removal = setTimeout(() => rmSync(own, { force: true }), PAUSE).unref();
  },
};

/** Ends each process that has run a file of tests for too long, and passes a text about it to `onHung`. Returns how to stop. */
export function endHungFiles(directory, onHung, limit = LIMIT) {
  const look = () => {
    for (const pid of readdirSync(directory)) {
      const { file, began, test, failed } = stateOf(join(directory, pid));
      if (Date.now() - began < limit) continue;
      onHung([`${file} has run for ${limit / 1000} s, and is in: ${test}`, ...failed].join('\n  failed before: '));
      rmSync(join(directory, pid), { force: true });
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  };
  const timer = setInterval(look, Math.min(INTERVAL, limit));
  return () => clearInterval(timer);
}

/** Of a process that may just write it, or end. */
function stateOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { began: Infinity };
  }
}
