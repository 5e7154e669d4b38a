import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Backend } from './backend.js';

/**
 * Returns a function that limits the requests in progress of all its backends together. A request with a connection of its own
 * is in progress until the connection closes, upgraded or not. Beyond the limit, `open` throws 429.
 */
export function limitBackends(most: number): (backend: Backend) => Backend {
  let inProgress = 0;
  return (backend) => ({
    ...backend,
    open(request) {
      if (inProgress >= most) throw tooMany();
      const sent = backend.open(request);
      inProgress += 1;
      let isOver = false;
      const end = (): void => {
        if (!isOver) inProgress -= 1;
        isOver = true;
      };
      if (request.isAlone === true) sent.once('socket', (socket) => socket.once('close', end)).once('error', end);
      else sent.once('close', end);
      return sent;
    },
  });
}

function tooMany(): StatusError {
  const message = 'too many connections to kubelets, pods and nodes are open';
  return new StatusError('TooManyRequests', message, { details: { retryAfterSeconds: 1 } });
}
