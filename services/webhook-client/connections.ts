import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { createDialler, type DialOptions, type Protocol } from '@pilothouse/client/dial.js';
import { createHttp1Pool } from './http1.js';
import { openHttp2, type Http2Connection } from './http2.js';
import { EndedError, StaleError, type CallLimits, type Exchanged, type OutgoingCall } from './outgoing.js';

export interface ConnectionsOptions extends DialOptions {
  /** Whether HTTP/2 is offered. */
  readonly http2: boolean;
}

/** The connections to one address. They are kept between calls. */
export interface Connections {
  /** Resolves with the whole response. Rejects with the reason of the signal if it is aborted. */
  readonly call: (call: OutgoingCall, limits: CallLimits) => Promise<Exchanged>;
  /** Closes all connections. HTTP/1.1 calls in flight end first. */
  readonly close: () => void;
}

/** Throws for an invalid certificate. */
export function createConnections({ http2: isOffered, ...options }: ConnectionsOptions): Connections {
  const dialler = createDialler(options);
  const http1 = createHttp1Pool();
  let isHttp2 = isOffered;
  let http2: Http2Connection | undefined;
  let opening: Promise<Http2Connection | undefined> | undefined;

  /** Opens a connection. Rejects with its error. */
  function dial(protocols: readonly Protocol[], signal?: AbortSignal): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = dialler.dial(protocols);
      const abort = (): void => void socket.destroy();
      let reason: Error = new EndedError('EOF');
      const onError = (error: Error): void => void (reason = error);
      const onClose = (): void => {
        signal?.removeEventListener('abort', abort);
        reject(reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
      socket.on('error', onError).once('close', onClose);
      socket.once(dialler.connectedEvent, () => {
        signal?.removeEventListener('abort', abort);
        socket.off('close', onClose);
        resolve(socket);
      });
    });
  }

  /** Opens the connection that all calls share, if the server selects HTTP/2. */
  async function openShared(): Promise<Http2Connection | undefined> {
    try {
      const socket = await dial(['h2', 'http/1.1']);
      isHttp2 = socket instanceof TLSSocket && socket.alpnProtocol === 'h2';
      if (isHttp2) return (http2 = openHttp2(socket));
      http1.keep(socket);
      return undefined;
    } finally {
      opening = undefined;
    }
  }

  async function attempt(call: OutgoingCall, limits: CallLimits): Promise<Exchanged> {
    const { signal } = limits;
    signal.throwIfAborted();
    if (isHttp2) {
      if (http2?.isUsable() === false) http2 = undefined;
      const connection = http2 ?? (await abortable((opening ??= openShared()), signal));
      if (connection !== undefined) return connection.call(call, limits);
    }
    return http1.call(http1.take() ?? (await dial(['http/1.1'], signal)), call, limits);
  }

  return {
    async call(call, limits) {
      try {
        return await attempt(call, limits);
      } catch (error) {
        limits.signal.throwIfAborted();
        // The server may close a kept connection at any time. Webhooks are idempotent, so that the call is repeated.
        if (!(error instanceof StaleError)) throw error;
        return attempt(call, limits);
      }
    },
    close() {
      http1.close();
      http2?.close();
    },
  };
}

/** The promise, or a rejection when the signal is aborted before. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
