import { childrenOf } from '../support/children.js';
import type { Command } from '../support/server.js';

/** A process that is restarted after each fault. Every run of it is checked. */
export interface Supervised {
  readonly name: string;
  readonly pid: () => number;
  /** Whether it runs. False during a restart. */
  readonly isUp: () => boolean;
  /** Sends SIGKILL. */
  readonly kill: () => Promise<void>;
  /** Sends SIGTERM and waits for the exit. */
  readonly terminate: () => Promise<void>;
  /** Sends SIGSTOP to the process and its workers, as if the machine hung. */
  readonly suspend: () => void;
  readonly resume: () => void;
  /** After `kill` and `terminate`. Resolves once it is ready. */
  readonly start: () => Promise<void>;
  /** When it exited by itself, if it may. */
  readonly ownEnds: readonly Date[];
  readonly command: () => Command;
}

export interface SuperviseOptions {
  readonly name: string;
  readonly start: () => Promise<Command>;
  /** Its last log line if it may exit by itself; never when absent. It is restarted at once then. */
  readonly mayEnd?: RegExp;
  /** Collects what no fault explains. */
  readonly anomalies: string[];
}

/** Log texts that show a defect under any fault. */
const WRONG = /uncaught|unhandled|TypeError|ReferenceError|RangeError|SyntaxError|AssertionError|out of memory/i;

export async function supervise({ name, start, mayEnd, anomalies }: SuperviseOptions): Promise<Supervised> {
  const ownEnds: Date[] = [];
  let command = await start();
  let isEnding = false;
  let isUp = true;
  /** Settles when a process that exited by itself has been restarted. */
  let again = Promise.resolve();

  async function follow(life: Command): Promise<void> {
    const { code, signal, err } = await life.exited;
    if (life === command) isUp = false;
    const line = err.split('\n').find((each) => WRONG.test(each));
    if (line !== undefined) anomalies.push(`${name} logged ${line.slice(0, 500)}`);
    if (isEnding || life !== command) return;
    if (isOwnEnd(err)) {
      ownEnds.push(new Date());
      again = begin().catch((error: unknown) => void anomalies.push(`${name} does not start again: ${String(error)}`));
    } else anomalies.push(`${name} ended by itself (${code ?? signal}): ${lastLine(err)}`);
  }

  /** To the process and its workers. The process is stopped first, and continued last, so that it replaces none. */
  function signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const all = [command.pid, ...childrenOf(command.pid)];
    for (const pid of signal === 'SIGSTOP' ? all : all.toReversed()) process.kill(pid, signal);
  }

  const isOwnEnd = (err: string): boolean => mayEnd?.test(lastLine(err)) === true;

  async function begin(): Promise<void> {
    isEnding = false;
    const next = await start();
    command = next;
    isUp = true;
    void follow(next);
  }

  void follow(command);
  return {
    name,
    pid: () => command.pid,
    isUp: () => isUp,
    async kill() {
      await again;
      isEnding = true;
      command.kill('SIGKILL');
      await command.exited;
    },
    async terminate() {
      await again;
      isEnding = true;
      command.kill('SIGTERM');
      const { code, err } = await command.exited;
      if (code !== 0 && !isOwnEnd(err)) anomalies.push(`${name} was told to end, and did so with ${code}`);
    },
    suspend: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    start: begin,
    ownEnds,
    command: () => command,
  };
}

function lastLine(text: string): string {
  return (text.trimEnd().split('\n').at(-1) ?? '').slice(0, 500);
}
