import type { Agent, IncomingMessage, RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { urlToHttpOptions } from 'node:url';
import type { Dialler } from './dial.js';
import { Agent as HttpAgent, request as httpRequest } from './node-http.js';
import { isWatch, StaleConnectionError, type Destination, type Send } from './resend.js';
import type { TransportRequest, TransportResponse } from './transport.js';

/** The HTTP/1.1 connections to one server, with one request at a time on each. */
export interface Http1 {
  /** Sends a request on an idle connection, or on a new one. */
  readonly send: Send;
  /** Whether there are any connections. */
  readonly isOpen: () => boolean;
  /** Adds a connected socket for the next request. */
  readonly adopt: (socket: Socket) => void;
  /** Closes all connections. Requests in flight fail. */
  readonly close: () => void;
}

export function createHttp1(destination: Destination, dialler: Dialler): Http1 {
  const isSecure = dialler.connectedEvent === 'secureConnect';
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true });
  const adopted = new Set<Socket>();
  agent.createConnection = () => {
    const [socket] = adopted;
    if (socket === undefined) return dialler.dial(['http/1.1']);
    adopted.delete(socket);
    return socket.ref();
  };
  const { hostname, port, protocol } = urlToHttpOptions(new URL(destination.origin));
  const call: Call = {
    open: isSecure ? httpsRequest : httpRequest,
    options: { agent, hostname, port, protocol },
    connectedEvent: dialler.connectedEvent,
    destination,
  };
  return {
    send: (request) => exchange(call, request),
    isOpen: () => adopted.size > 0 || [agent.sockets, agent.freeSockets].some(hasAny),
    adopt(socket) {
      adopted.add(socket);
      socket.on('error', () => undefined).once('close', () => adopted.delete(socket));
      // The request that opened the connection may have been aborted.
      socket.unref();
    },
    close() {
      for (const socket of adopted) socket.destroy();
      agent.destroy();
    },
  };
}

function hasAny(sockets: Agent['sockets']): boolean {
  return Object.values(sockets).some((list = []) => list.some(({ destroyed }) => !destroyed));
}

interface Call {
  readonly open: typeof httpRequest;
  readonly options: RequestOptions;
  readonly connectedEvent: Dialler['connectedEvent'];
  readonly destination: Destination;
}

function exchange(call: Call, request: TransportRequest): Promise<TransportResponse> {
  const { origin, prefix, headers, silenceTimeout } = call.destination;
  const { method, target, body, signal, beforeSending } = request;
  return new Promise((resolve, reject) => {
    const sent = call.open({
      ...call.options,
      method,
      path: prefix + target,
      // Node.js sends the body of a DELETE without a length unless it is given.
      headers: { ...headers, ...request.headers, ...(body && { 'content-length': body.byteLength }) },
      ...(signal && { signal }),
    });
    let reason: Error | undefined;
    const abort = (error: Error): void => {
      reason = error;
      sent.destroy(error);
    };
    const begin = (): void => {
      try {
        beforeSending?.();
      } catch (error) {
        abort(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      if (!isWatch(target)) {
        sent.setTimeout(silenceTimeout, () => abort(new Error(`no data from ${origin} for ${silenceTimeout} ms`)));
      }
      sent.end(body);
    };
    sent.once('socket', (socket) => {
      if (socket.connecting) socket.once(call.connectedEvent, begin);
      else begin();
    });
    sent.once('response', (response) => {
      const body = bodyOf(response, () => (signal?.aborted === true ? signal.reason : reason));
      resolve({ status: response.statusCode ?? 0, headers: flatHeaders(response), body });
    });
    sent.on('error', (error) => {
      const isStale = sent.reusedSocket && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      reject(isStale ? new StaleConnectionError(error.message, { cause: error }) : error);
    });
  });
}

function flatHeaders({ headers }: IncomingMessage): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value = '']) => [name, String(value)] as const);
  return Object.fromEntries(entries);
}

/** Throws the abort reason, if any, when the body breaks. */
async function* bodyOf(response: IncomingMessage, reason: () => unknown): AsyncGenerator<Uint8Array> {
  try {
    yield* response as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw reason() ?? error;
  }
}
