import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { WORKER_VARIABLE, type FromWorker, type ToWorker } from './messages.js';

/** A worker, as the supervisor sees it. */
export interface WorkerProcess {
  /** Does nothing once the process has ended. */
  readonly tell: (message: ToWorker) => void;
  /** Hands it a copy of the connection, which the caller closes when the worker has taken it. `failed` is called if that fails. */
  readonly hand: (connection: Socket, failed: () => void) => void;
  /** Ends the process at once. `cause` is what `ended` resolves to. */
  readonly kill: (cause: string) => void;
  /** Resolves to the exit code, signal or error when the process has ended. */
  readonly ended: Promise<string>;
}

/** Runs this command with these arguments as a worker. */
export function startWorkerProcess(args: readonly string[], hear: (message: FromWorker) => void): WorkerProcess {
  const [, command = ''] = process.argv;
  const child = fork(command, args, {
    env: { ...process.env, [WORKER_VARIABLE]: 'true' },
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  forwardLines(child.stdout, process.stdout);
  forwardLines(child.stderr, process.stderr);
  let failure: string | undefined;
  child.on('message', (message) => {
    const received = message as FromWorker;
    if (received.type === 'failed') failure = received.message;
    else hear(received);
  });
  return {
    tell(message) {
      if (child.connected) child.send(message, () => undefined);
    },
    hand(connection, failed) {
      const message: ToWorker = { type: 'connection' };
      if (!child.connected) failed();
      else child.send(message, connection, { keepOpen: true }, (error) => error && failed());
    },
    kill(cause) {
      failure ??= cause;
      child.kill('SIGKILL');
    },
    ended: endOf(child).then((cause) => failure ?? cause),
  };
}

async function endOf(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = (await once(child, 'exit')) as [code: number | null, signal: string | null];
    return signal === null ? `exit code ${code ?? ''}` : `signal ${signal}`;
  } catch (error) {
    return String(error);
  }
}

const LINE_FEED = 10;

/** Several workers write at the same time. Only the supervisor writes to the output, so that their lines do not mix. */
function forwardLines(from: Readable | null, to: Pick<Writable, 'write'>): void {
  let rest: Buffer[] = [];
  from?.on('data', (chunk: Buffer) => {
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) {
      to.write(Buffer.concat([...rest, chunk.subarray(0, end)]));
      rest = [];
    }
    if (end < chunk.length) rest.push(chunk.subarray(end));
  });
  from?.once('end', () => {
    if (rest.length > 0) to.write(Buffer.concat([...rest, Buffer.of(LINE_FEED)]));
  });
}
