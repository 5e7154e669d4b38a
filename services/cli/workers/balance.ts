import type { Socket } from 'node:net';
import { chooseWorker, type Candidate } from './choose.js';
import type { FromWorker } from './messages.js';
import type { WorkerProcess } from './worker-process.js';

/** Hands connections to workers. */
export interface Balance {
  readonly add: (worker: WorkerProcess) => void;
  /** Learns from a message what the worker can take. */
  readonly hear: (worker: WorkerProcess, message: FromWorker) => void;
  /** Whether the worker answers reads. */
  readonly setAnswering: (worker: WorkerProcess, isAnswering: boolean) => void;
  readonly remove: (worker: WorkerProcess) => void;
  /** Begins to hand out connections. */
  readonly open: () => void;
  /** Hands a connection to a worker as soon as one can take it. */
  readonly hand: (connection: Socket) => void;
  /** Closes the connections that no worker has got. */
  readonly close: () => void;
}

interface Taker extends Candidate {
  state: Candidate['state'];
  isAnswering: boolean;
  connections: number;
  handed: { readonly connection: Socket; readonly at: number } | undefined;
}

/** Connections that wait for a worker at most, as in the queue of the kernel. Another one is closed. */
const MOST_WAITING = 1024;
/** Milliseconds before waiting connections are tried again, since a worker may have become too slow to be waited for. */
const RETRY_AFTER = 100;

/**
 * A worker gets its next connection only after it has taken the last one. A connection that it has not taken when it ends goes to
 * another worker.
 */
export function createBalance(now: () => number = () => performance.now()): Balance {
  const takers = new Map<WorkerProcess, Taker>();
  const waiting: Socket[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isOpen = false;

  function handOut(): void {
    if (!isOpen) return;
    const byTaker = new Map([...takers].map(([worker, taker]) => [taker, worker]));
    while (waiting.length > 0) {
      const taker = chooseWorker([...takers.values()], now());
      const worker = taker && byTaker.get(taker);
      if (taker === undefined || worker === undefined) break;
      const connection = waiting.shift();
      if (connection === undefined) break;
      taker.handed = { connection, at: now() };
      taker.connections += 1;
      worker.hand(connection, () => takeBack(taker));
    }
    clearTimeout(timer);
    timer = waiting.length === 0 ? undefined : setTimeout(handOut, RETRY_AFTER);
  }

  /** Hands the connection to another worker. This one gets no more. */
  function takeBack(taker: Taker): void {
    const { handed } = taker;
    if (handed === undefined) return;
    taker.state = 'closing';
    taker.handed = undefined;
    waiting.unshift(handed.connection);
    handOut();
  }

  return {
    add: (worker) =>
      void takers.set(worker, { state: 'starting', isAnswering: true, connections: 0, handed: undefined }),
    hear(worker, message) {
      const taker = takers.get(worker);
      if (taker === undefined) return;
      const { type } = message;
      if (type === 'listening' || type === 'ready' || type === 'closing') {
        taker.state = type;
      } else if (type === 'taken') {
        taker.handed?.connection.destroy();
        taker.handed = undefined;
      } else if (type === 'ended') {
        taker.connections -= message.count;
      }
      if (waiting.length > 0) handOut();
    },
    setAnswering(worker, isAnswering) {
      const taker = takers.get(worker);
      if (taker !== undefined) taker.isAnswering = isAnswering;
    },
    remove(worker) {
      const taker = takers.get(worker);
      takers.delete(worker);
      if (taker !== undefined) takeBack(taker);
    },
    open() {
      isOpen = true;
      handOut();
    },
    hand(connection) {
      if (waiting.length >= MOST_WAITING) {
        connection.destroy();
        return;
      }
      connection.on('error', () => connection.destroy());
      waiting.push(connection);
      handOut();
    },
    close() {
      clearTimeout(timer);
      for (const connection of waiting) connection.destroy();
      waiting.length = 0;
    },
  };
}
