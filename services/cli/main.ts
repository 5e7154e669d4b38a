#!/usr/bin/env node
import { runCommandLine } from './command-line.js';
import { startAdmission } from './start-admission.js';
import { startManager } from './start-manager.js';
import { startServer } from './start-server.js';
import { startTokenReview } from './start-token-review.js';
import { processTerminal } from './terminal.js';

process.exitCode = await runCommandLine(process.argv.slice(2), {
  start: startServer,
  manage: startManager,
  review: startTokenReview,
  admit: startAdmission,
  terminal: processTerminal(),
  signals: process,
  elapsed: () => performance.now(),
  exit: (code) => process.exit(code),
});
