import type { Command } from '../support/server.js';

/** A process that is started again whenever a fault has ended it, and whose every life is looked at. */
export interface Supervised {
  readonly name: string;
  readonly pid: () => number;
  /** Whether it runs; not so while it is started again. */
  readonly isUp: () => boolean;
  /** Ends it with nothing said. */
  readonly kill: () => Promise<void>;
  /** Tells it to end, as one does before it is replaced, and waits for that. */
  readonly terminate: () => Promise<void>;
  /** Has the system take it off the processor, as if its machine hung. */
  readonly halt: () => void;
  readonly resume: () => void;
  /** After `kill` and `terminate`; resolves once it is ready. */
  readonly start: () => Promise<void>;
  /** When it ended by itself, as it may. */
  readonly ownEnds: readonly Date[];
  readonly command: () => Command;
}

export interface SuperviseOptions {
  readonly name: string;
  readonly start: () => Promise<Command>;
  /** What its last words are where it may end by itself; never when absent. Then it is started again at once. */
  readonly mayEnd?: RegExp;
  /** Gets whatever no fault explains. */
  readonly anomalies: string[];
}

/** What no program says that is well, whatever is broken around it. */
const WRONG = /uncaught|unhandled|TypeError|ReferenceError|RangeError|SyntaxError|AssertionError|out of memory/i;

export async function supervise({ name, start, mayEnd, anomalies }: SuperviseOptions): Promise<Supervised> {
  const ownEnds: Date[] = [];
  let command = await start();
  let isEnding = false;
  let isUp = true;
  /** Settles when what has ended by itself has been started again. */
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
    halt: () => command.kill('SIGSTOP'),
    resume: () => command.kill('SIGCONT'),
    start: begin,
    ownEnds,
    command: () => command,
  };
}

function lastLine(text: string): string {
  return (text.trimEnd().split('\n').at(-1) ?? '').slice(0, 500);
}
