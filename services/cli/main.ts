import { setFlagsFromString } from 'node:v8';
import { runCommandLine } from './command-line.js';
import { startAdmission } from './start-admission.js';
import { startManager } from './start-manager.js';
import { startServer } from './start-server.js';
import { startTokenReview } from './start-token-review.js';
import { processTerminal } from './terminal.js';

// V8 takes it from the first objects whether those that a line of code makes will live. The cache and whoever lists make theirs in
// the same parser: where the first ones lived, everything that is ever parsed was kept until the next full collection.
setFlagsFromString('--no-allocation-site-pretenuring');

/** Milliseconds that setting up took in this process, where `npm start` began it. */
const setUp = performance.getEntriesByName('set-up').reduce((sum, { duration }) => sum + duration, 0);

process.exitCode = await runCommandLine(process.argv.slice(2), {
  start: startServer,
  manage: startManager,
  review: startTokenReview,
  admit: startAdmission,
  terminal: processTerminal(),
  signals: process,
  elapsed: () => performance.now() - setUp,
  exit: (code) => process.exit(code),
});

// All has been stopped and written. What may still hold the process is a connection that is being made to a machine that is gone:
// the gRPC library can end none, and the system gives up after minutes, when whoever has asked for the end has lost patience.
setTimeout(() => process.exit(), 1_000).unref();
