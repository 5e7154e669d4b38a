import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { WORKER_VARIABLE, type FromWorker, type ToWorker } from './messages.js';

/** A worker, as the supervisor sees it. */
export interface WorkerProcess {
  /** Does nothing once the process has ended. */
  readonly tell: (message: ToWorker) => void;
  /** Hands it a copy of the connection, which the caller closes when the worker has taken it. `failed` is called if that fails. */
  readonly hand: (connection: Socket, failed: () => void) => void;
  /** Resolves to the exit code, signal or error when the process has ended. */
  readonly ended: Promise<string>;
}

/** Runs this command with the same arguments as a worker. */
export function startWorkerProcess(hear: (message: FromWorker) => void): WorkerProcess {
  const [, command = '', ...args] = process.argv;
  const child = fork(command, args, {
    env: { ...process.env, [WORKER_VARIABLE]: 'true' },
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
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
