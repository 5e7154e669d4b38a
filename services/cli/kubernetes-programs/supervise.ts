import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, type FileHandle } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';

const FIRST_DELAY_MS = 500;
const LAST_DELAY_MS = 30_000;
/** A program that ran for this many milliseconds starts with the first delay again. */
const STABLE_MS = 60_000;
const GRACE_MS = 5_000;

export interface SupervisedProgram {
  readonly path: string;
  readonly flags: readonly string[];
  /** The file to which its output is appended. */
  readonly log: string;
}

export interface SuperviseOptions {
  /** Aborted to stop the program. */
  readonly signal: AbortSignal;
  /** Milliseconds before the first restart; 500 when absent. Each restart doubles them, up to 30 seconds. */
  readonly firstDelayMs?: number;
  /** Milliseconds between SIGTERM and SIGKILL; 5,000 when absent. */
  readonly graceMs?: number;
  /** Called when it ends by itself, with the exit code, signal or error, and the milliseconds until the restart. */
  readonly onEnd: (cause: string, delayMs: number) => void;
}

/** Runs a program, and starts it again whenever it ends. Resolves once it has stopped after the signal aborts. */
export async function supervise(program: SupervisedProgram, options: SuperviseOptions): Promise<void> {
  const { signal, onEnd, firstDelayMs = FIRST_DELAY_MS } = options;
  let wait = firstDelayMs;
  while (!signal.aborted) {
    const started = performance.now();
    const cause = await run(program, options);
    if (signal.aborted) return;
    if (performance.now() - started >= STABLE_MS) wait = firstDelayMs;
    onEnd(cause, wait);
    await delay(wait, undefined, { signal }).catch(() => undefined);
    wait = Math.min(wait * 2, LAST_DELAY_MS);
  }
}

/** Runs the program once. Resolves to the cause of its end. */
async function run(program: SupervisedProgram, options: SuperviseOptions): Promise<string> {
  const { path, flags, log } = program;
  const { signal, graceMs = GRACE_MS } = options;
  let output: FileHandle | undefined;
  try {
    output = await open(log, 'a', 0o600);
    if (signal.aborted) return 'stopped';
    const child = spawn(path, flags, { stdio: ['ignore', output.fd, output.fd] });
    const exit = once(child, 'exit') as Promise<[code: number | null, killedBy: string | null]>;
    const kill = new AbortController();
    const onAbort = (): void => {
      child.kill('SIGTERM');
      delay(graceMs, undefined, { signal: kill.signal }).then(
        () => child.kill('SIGKILL'),
        () => undefined,
      );
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const [code, killedBy] = await exit;
      return killedBy === null ? `exit code ${code ?? ''}` : `signal ${killedBy}`;
    } finally {
      signal.removeEventListener('abort', onAbort);
      kill.abort();
    }
  } catch (error) {
    return errorMessage(error);
  } finally {
    await output?.close();
  }
}
