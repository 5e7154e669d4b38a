import type { Command } from '../support/server.js';

/** A process that is started again whenever a fault has ended it, and whose every life is looked at. */
export interface Supervised {
  readonly name: string;
  readonly pid: () => number;
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

  async function follow(life: Command): Promise<void> {
    const { code, signal, err } = await life.exited;
    const line = err.split('\n').find((each) => WRONG.test(each));
    if (line !== undefined) anomalies.push(`${name} logged ${line.slice(0, 500)}`);
    if (isEnding || life !== command) return;
    const last = err.trimEnd().split('\n').at(-1) ?? '';
    if (mayEnd?.test(last) === true) {
      ownEnds.push(new Date());
      await begin();
    } else anomalies.push(`${name} ended by itself (${code ?? signal}): ${last.slice(0, 500)}`);
  }

  async function begin(): Promise<void> {
    isEnding = false;
    const next = await start();
    command = next;
    void follow(next);
  }

  void follow(command);
  return {
    name,
    pid: () => command.pid,
    async kill() {
      isEnding = true;
      command.kill('SIGKILL');
      await command.exited;
    },
    async terminate() {
      isEnding = true;
      command.kill('SIGTERM');
      const { code } = await command.exited;
      if (code !== 0) anomalies.push(`${name} was told to end, and did so with ${code}`);
    },
    halt: () => command.kill('SIGSTOP'),
    resume: () => command.kill('SIGCONT'),
    start: begin,
    ownEnds,
    command: () => command,
  };
}
