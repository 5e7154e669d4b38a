import { setFlagsFromString } from 'node:v8';
import { runCommandLine } from './command-line.js';
import { collectWhenIdle } from './idle-collection.js';
import { startAdmission } from './start-admission.js';
import { startConsole, startConsoleBeside } from './start-console.js';
import { startManager } from './start-manager.js';
import { startHere, startServer } from './start-server.js';
import { startTokenReview } from './start-token-review.js';
import { processTerminal, SILENT } from './terminal.js';
import { runWorker, supervision } from './workers/worker.js';
import { limitYoungGeneration } from './young-generation.js';

/** Runs the command of this process's arguments to its end. Returns the exit code. */
export async function runProgram(): Promise<number> {
  // V8 decides by the first objects of an allocation site whether to allocate in old space (pretenuring). The watch cache and lists
  // share the JSON parser: after long-lived first objects, every parsed object stayed until the next full collection.
  setFlagsFromString('--no-allocation-site-pretenuring');
  limitYoungGeneration();
  collectWhenIdle();

  /** Milliseconds of the setup in this process, if `npm start` ran it. */
  const setUp = performance.getEntriesByName('set-up').reduce((sum, { duration }) => sum + duration, 0);

  const supervisor = supervision();

  return runCommandLine(process.argv.slice(2), {
    start: startServer,
    work: supervisor && ((options, stop) => runWorker(options, { start: startHere, supervision: supervisor, stop })),
    manage: startManager,
    review: startTokenReview,
    admit: startAdmission,
    show: startConsole,
    showBeside: startConsoleBeside,
    // The supervisor has written the warnings about the flags.
    terminal: supervisor ? SILENT : processTerminal(),
    signals: process,
    elapsed: () => performance.now() - setUp,
    exit: (code) => process.exit(code),
  });
}
