import { incomingBody, type IncomingBody } from '@pilothouse/http2/protocol/body.js';
import { CODE } from '@pilothouse/http2/protocol/errors.js';
import type { ClientSession } from '@pilothouse/http2/client/client-session.js';
import type { ClientStream, StreamFailure, StreamListener } from '@pilothouse/http2/client/client-stream.js';
import { readResponseHead } from '@pilothouse/http2/client/response-head.js';
import { BrokenError, isWatch, RefusedError, StaleConnectionError, type Destination } from './resend.js';
import type { TransportRequest, TransportResponse } from './transport.js';

/** The session as its requests use it. */
export interface Carrier {
  readonly session: ClientSession;
  readonly destination: Destination;
  /** The error for requests in flight when the session ended. */
  readonly broken: (why: string) => Error;
  /** Called for each response head. */
  readonly onResponse: () => void;
  /** Whether the session has received any response. */
  readonly hasResponded: () => boolean;
}

/** Sends one request and resolves to its response. `onClose` is called once, when the stream has closed or never opened. */
export function exchange(carrier: Carrier, request: TransportRequest, onClose: () => void): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    try {
      new Exchange(carrier, request, { resolve, reject, onClose }).begin();
    } catch (error) {
      onClose();
      reject(error);
    }
  });
}

interface Settling {
  readonly resolve: (response: TransportResponse) => void;
  readonly reject: (error: unknown) => void;
  readonly onClose: () => void;
}

const NOTHING = Buffer.alloc(0);

/** A request and its response on one stream. A class, because closures for each request would cost more. */
class Exchange implements StreamListener {
  readonly #isFresh: boolean;
  readonly #timer: NodeJS.Timeout | undefined;
  #stream: ClientStream | undefined;
  /** The body of the response; undefined before its head. */
  #body: IncomingBody | undefined;
  /** Bytes missing to content-length; undefined without content-length. */
  #missing: number | undefined;

  constructor(
    readonly carrier: Carrier,
    readonly request: TransportRequest,
    readonly settling: Settling,
  ) {
    this.#isFresh = !carrier.hasResponded();
    const { origin, silenceTimeout } = carrier.destination;
    if (isWatch(request.target)) return;
    this.#timer = setTimeout(() => {
      this.#giveUp(new Error(`no data from ${origin} for ${silenceTimeout} ms`));
    }, silenceTimeout);
  }

  /** Throws {@link RefusedError} if the session accepts no more requests. */
  begin(): void {
    const { session, destination } = this.carrier;
    const { signal, body, beforeSending } = this.request;
    // With `beforeSending`, the request ends with a frame of its own.
    const isWhole = beforeSending === undefined;
    try {
      signal?.throwIfAborted();
      if (!session.isUsable()) {
        throw new RefusedError('ended', {
          cause: new BrokenError(`the connection to ${destination.origin} has ended`),
        });
      }
      const fields = fieldsOf(destination, this.request);
      beforeSending?.();
      this.#stream = session.open(fields, this, isWhole && body === undefined);
    } catch (error) {
      clearTimeout(this.#timer);
      throw error;
    }
    signal?.addEventListener('abort', this, { once: true });
    if (body !== undefined) this.#stream.send(body, isWhole);
    else if (!isWhole) this.onSent();
  }

  /** The signal aborts the request. */
  handleEvent(): void {
    this.#giveUp(this.request.signal?.reason);
  }

  /**
   * Everything but the end of the request is sent; a body may have waited for the flow-control window. The server processes no request
   * before its end, so the end follows the check and is written at once: a process may be suspended before the end of the turn.
   */
  onSent(): void {
    try {
      this.request.beforeSending?.();
      this.#stream?.send(NOTHING, true);
      this.carrier.session.flush();
    } catch (refusal) {
      this.#giveUp(refusal);
    }
  }

  onHead(fields: readonly string[]): void {
    this.#timer?.refresh();
    // Trailers have no meaning for a client of the API.
    if (this.#body !== undefined) return;
    const reading = readResponseHead(fields);
    if (reading.type === 'interim') return;
    if (reading.type === 'malformed') return this.#malformed(reading.problem);
    const { status, headers, contentLength } = reading;
    if (this.request.method !== 'HEAD' && status !== 304) this.#missing = contentLength;
    const stream = this.#stream;
    this.#body = incomingBody({
      onTaken: (bytes) => stream?.taken(bytes),
      onLeft: () => this.#giveUp(new Error('the reader has left')),
    });
    this.carrier.onResponse();
    this.settling.resolve({ status, headers, body: this.#body.bytes });
  }

  onData(part: Buffer): void {
    this.#timer?.refresh();
    if (this.#body === undefined) return this.#malformed('DATA without a head');
    if (this.#missing !== undefined) {
      this.#missing -= part.length;
      if (this.#missing < 0) return this.#malformed('the body is longer than its content-length');
    }
    this.#body.push(part);
  }

  onClose(failure?: StreamFailure): void {
    if (failure !== undefined) return this.#settle(this.#causeOf(failure));
    if (this.#body === undefined) return this.#settle(this.#brokenOff('the stream has ended without a response'));
    if ((this.#missing ?? 0) > 0) return this.#settle(this.#brokenOff('the body is shorter than its content-length'));
    this.#release();
    this.#body.end();
  }

  #causeOf({ reason, isRefused }: StreamFailure): Error {
    const { session, broken } = this.carrier;
    const isBroken = session.isOver();
    const cause = isBroken ? broken(reason) : this.#brokenOff(reason);
    if (isRefused) return new RefusedError('refused', { cause });
    // Without a response, the server may have closed a reused connection before it read the request.
    return isBroken && !this.#isFresh && this.#body === undefined
      ? new StaleConnectionError('broken', { cause })
      : cause;
  }

  #brokenOff(reason: string): BrokenError {
    return new BrokenError(`${this.carrier.destination.origin} reset the stream: ${reason}`);
  }

  #malformed(problem: string): void {
    this.#giveUp(
      new BrokenError(`the response of ${this.carrier.destination.origin} is not valid HTTP: ${problem}`),
      CODE.protocolError,
    );
  }

  /** Cancels the stream, even on a stalled connection. */
  #giveUp(reason: unknown, code?: typeof CODE.protocolError): void {
    this.#stream?.cancel(code);
    this.#settle(reason);
  }

  #settle(reason: unknown): void {
    this.#release();
    this.settling.reject(reason);
    this.#body?.fail(() => reason);
  }

  #release(): void {
    clearTimeout(this.#timer);
    this.request.signal?.removeEventListener('abort', this);
    this.settling.onClose();
  }
}

/** Headers of the request replace those of the destination. */
function fieldsOf(destination: Destination, { method, target, headers, body }: TransportRequest): Field[] {
  const fields: Field[] = [
    [':method', method],
    [':scheme', 'https'],
    [':authority', destination.authority],
    [':path', destination.prefix + target],
  ];
  for (const [name, value] of Object.entries(destination.headers)) if (!(name in headers)) fields.push([name, value]);
  for (const [given, value] of Object.entries(headers)) {
    // HTTP/2 has no other names (RFC 9113, section 8.2).
    const name = given.toLowerCase();
    if (typeof value === 'string') fields.push([name, value]);
    else for (const each of value) fields.push([name, each]);
  }
  if (body !== undefined) fields.push(['content-length', String(body.byteLength)]);
  return fields;
}

type Field = readonly [name: string, value: string];
