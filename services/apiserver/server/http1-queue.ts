import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { REQUEST_UNITS, type Scheduler, type Task } from '@pilothouse/http2/server/scheduler.js';

/**
 * Starts pipelined HTTP/1.1 requests in turn with those of other connections, since a client can send two thousand requests in one
 * read. The returned function calls `begin` immediately if no other request of the connection is queued.
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
        // The connection may have closed since.
        if (!next.outgoing.destroyed) next.begin();
        return REQUEST_UNITS;
      },
      onDeferred: () => undefined,
      onDone: () => undefined,
    },
  };
}
