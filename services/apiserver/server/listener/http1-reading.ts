import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Connections that are not read for the time being. Several reasons may hold one connection. */
export interface Reading {
  readonly pause: (socket: Socket) => void;
  /** Withdraws one reason. The connection is read again when none is left. */
  readonly resume: (socket: Socket) => void;
}

export function createReading(): Reading {
  const reasons = new WeakMap<Socket, number>();
  return {
    pause(socket) {
      const count = reasons.get(socket) ?? 0;
      reasons.set(socket, count + 1);
      if (count === 0) socket.pause();
    },
    resume(socket) {
      const left = (reasons.get(socket) ?? 0) - 1;
      if (left > 0) {
        reasons.set(socket, left);
        return;
      }
      reasons.delete(socket);
      socket.resume();
    },
  };
}

export interface PauserOptions {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly reading: Reading;
}

/**
 * Returns a function to call after a write of a response. While the client has not taken the response, no further request is read. Node
 * would pause its parser at that request, and the parser would fail (HPE_PAUSED) for bytes that were received with it.
 */
export function pauserOf({ incoming, outgoing, reading }: PauserOptions): () => void {
  const { socket } = incoming;
  let isPaused = false;
  const resume = (): void => {
    socket.off('drain', resume);
    outgoing.off('close', resume);
    isPaused = false;
    reading.resume(socket);
  };
  return () => {
    // A client may read the response only after it has sent the whole request.
    if (isPaused || !incoming.complete) return;
    // The socket is absent while an earlier request of the connection is answered.
    const isNext = outgoing.socket === socket;
    if (isNext && !socket.writableNeedDrain) return;
    isPaused = true;
    reading.pause(socket);
    outgoing.on('close', resume);
    if (isNext) socket.on('drain', resume);
  };
}
