import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { REQUEST_UNITS, type Scheduler, type Task } from './http2/scheduler.js';

/**
 * Begins requests over HTTP/1.1 in turn with those of other connections: a client can send two thousand requests in one read
 * (pipelining). The function that it returns calls `begin` at once where the connection has no other requests that wait.
 */
export function http1Queue(scheduler: Scheduler): (outgoing: ServerResponse, begin: () => void) => void {
  const queues = new WeakMap<Socket, Queue>();
  return (outgoing, begin) => {
    const { socket } = outgoing.req;
    const queue = queues.get(socket) ?? createQueue();
    queues.set(socket, queue);
    queue.add({ outgoing, begin });
    scheduler.run(queue.task);
  };
}

interface Queue {
  readonly add: (waiting: Waiting) => void;
  readonly task: Task;
}

interface Waiting {
  readonly outgoing: ServerResponse;
  readonly begin: () => void;
}

function createQueue(): Queue {
  const waiting = new Set<Waiting>();
  return {
    add: (next) => void waiting.add(next),
    task: {
      step() {
        const [next] = waiting;
        if (next === undefined) return undefined;
        waiting.delete(next);
        // The connection may have ended meanwhile.
        if (!next.outgoing.destroyed) next.begin();
        return REQUEST_UNITS;
      },
      onDeferred: () => undefined,
      onDone: () => undefined,
    },
  };
}
