import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import type { RemoteContext, Span } from '@pilothouse/runtime/tracing/span.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { anonymousUser, isAnonymous, type User } from '@pilothouse/token-authenticators/user.js';
import type { AuditNotes } from './audit-notes.js';
import type { BodyBudget } from './body-budget.js';
import { nonResourceInfo, requestInfo, type RequestInfo } from './info.js';
import type { Filter as AnyFilter, Handler as AnyHandler } from './response.js';

/** The other end of the connection. */
export interface Peer {
  readonly address: string;
  readonly certificate: PeerCertificate;
}

/** The client certificate, and whether it is verified. */
export type PeerCertificate =
  | { readonly type: 'none' }
  | {
      readonly type: 'verified';
      readonly commonName: string;
      readonly organizations: readonly string[];
      /** The uids in the subject, in the attribute that Kubernetes defines for them. None when absent. */
      readonly uids?: readonly string[];
      /** The SHA-256 of the certificate in hexadecimal. Absent for a part of this process, which has no certificate. */
      readonly fingerprint?: string;
      /** The kind of authorities that verify it: those of users, those of authenticating proxies, or both. */
      readonly authorities: readonly AuthorityName[];
      /** Expiry in milliseconds since 1970. Absent for a part of this process, which has no certificate. */
      readonly expires?: number;
    }
  | { readonly type: 'unverified'; readonly reason: string };

export type AuthorityName = 'users' | 'proxies';

/** A request as a transport received it. Header names are in lower case. */
export interface IncomingRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Alternating names and values, as received: repeated names are not joined, and each character is a byte. */
  readonly rawHeaders?: readonly string[];
  readonly body: AsyncIterable<Uint8Array> | undefined;
  /**
   * What the client sends once a response with the status 101 has upgraded the connection. Absent if the client has not asked
   * for that, or the transport cannot do it.
   */
  readonly upgraded?: AsyncIterable<Uint8Array> | undefined;
  readonly peer: Peer;
  /** Whether the client is a part of this process; false when absent. */
  readonly isInternal?: boolean;
  /** Limits the memory of bodies that are being received. No limit when absent, as within this process. */
  readonly bodies?: BodyBudget;
}

/** Limit of a request body: 3 MiB, as in Kubernetes. */
export const MAX_BODY_BYTES = 3 * 1024 * 1024;

/** The beginning of a trace, before authentication. */
export interface TraceArrival {
  /** By `performance.now()`. */
  readonly begin: number;
  /** The context in the headers of the client. */
  readonly sent: RemoteContext | undefined;
  root: Span;
}

/** A request in the pipeline. Its user is anonymous until a filter authenticates it. */
export class RequestContext {
  user: User = anonymousUser;
  /** Called once, when the user is authenticated and not anonymous. */
  onAuthenticated: (() => void) | undefined = undefined;
  /** Absent if the request is not audited. */
  audit: AuditNotes | undefined = undefined;
  /** Identifies the request for its client, in the audit log and in traces. Empty until the first filter sets it. */
  auditId = '';
  /** The current part of the trace; undefined if tracing is off. */
  trace: Span | undefined = undefined;
  /** The trace of the request, until its user is known. */
  arrival: TraceArrival | undefined = undefined;
  /** Called when a watch has sent its initial objects. */
  onStarted: (() => void) | undefined = undefined;
  /** Headers by which the client can tell how flow control classified the request. */
  flowHeaders: Readonly<Record<string, string>> | undefined = undefined;
  /** Milliseconds that the request waited in queues of flow control and for webhooks. */
  outsideTime = 0;
  /** Whether the server ended the request in self-defence: by flow control or at its deadline. */
  isTerminated = false;
  /** Texts of the response's Warning headers. */
  readonly warnings: string[] = [];
  readonly path: string;
  readonly #queryText: string;
  #abort: AbortController | undefined;
  #reason: Error | undefined;
  #query: URLSearchParams | undefined;
  #info: RequestInfo | undefined;
  #onAbort: ((reason: Error) => void)[] | undefined;
  #onClose: (() => void)[] | undefined;
  #isClosed = false;

  constructor(readonly request: IncomingRequest) {
    const mark = request.target.indexOf('?');
    this.path = mark === -1 ? request.target : request.target.slice(0, mark);
    this.#queryText = mark === -1 ? '' : request.target.slice(mark + 1);
  }

  /**
   * Aborted when the client disconnects, the request times out, or the server stops. Created on first access: handlers that
   * respond at once should not access it, since creating a signal costs more than reading an object.
   */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      this.#abort = new AbortController();
      if (this.#reason !== undefined) this.#abort.abort(this.#reason);
    }
    return this.#abort.signal;
  }

  /** Aborts the request: pending operations reject with `reason`. */
  abort(reason: Error): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#abort?.abort(reason);
    const callbacks = this.#onAbort;
    this.#onAbort = undefined;
    if (callbacks !== undefined) for (const callback of callbacks) callback(reason);
  }

  /** Settles as the promise does, but rejects with the reason as soon as the request is aborted. Cheaper than a signal. */
  unlessAborted<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.onAbort(reject);
      promise.then(resolve, reject);
    });
  }

  /** Calls back once, when the request is aborted; at once if it already is. Cheaper than a signal. */
  onAbort(callback: (reason: Error) => void): void {
    if (this.#reason !== undefined) callback(this.#reason);
    else (this.#onAbort ??= []).push(callback);
  }

  /** Calls back once, when the response has been sent or dropped; at once if it already was. */
  onClose(callback: () => void): void {
    if (this.#isClosed) callback();
    else (this.#onClose ??= []).push(callback);
  }

  /** For transports: called when nothing more is sent. */
  close(): void {
    this.#isClosed = true;
    const callbacks = this.#onClose;
    this.#onClose = undefined;
    if (callbacks !== undefined) for (const callback of callbacks) callback();
  }

  /** Sets the authenticated user. */
  authenticate(user: User): void {
    this.user = user;
    const callback = this.onAuthenticated;
    this.onAuthenticated = undefined;
    if (!isAnonymous(user)) callback?.();
  }

  get query(): URLSearchParams {
    return (this.#query ??= new URLSearchParams(this.#queryText));
  }

  /** Frees the parsed query of a long-running request. It is parsed again on demand. */
  forgetQuery(): void {
    this.#query = undefined;
  }

  get method(): string {
    return this.request.method;
  }

  /** The attributes of the request. Throws 400 for an invalid path and 405 for an unsupported method. */
  get info(): RequestInfo {
    return (this.#info ??= requestInfo(this));
  }

  /** The attributes for observers such as audit and metrics. An invalid request counts as a non-resource request. */
  get observedInfo(): RequestInfo {
    try {
      return this.info;
    } catch {
      return nonResourceInfo(this);
    }
  }

  /** The value of a header; the first one if it is repeated. */
  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return typeof value === 'string' || value === undefined ? value : value[0];
  }

  /**
   * Reads the whole body. Throws 413 once it is too large, 429 at the memory limit, and the reason of an aborted
   * request.
   */
  async readBody(): Promise<Uint8Array> {
    const declared = Number(this.header('content-length') ?? 0);
    if (declared > MAX_BODY_BYTES) throw bodyTooLarge();
    const { body, bodies, peer } = this.request;
    if (body === undefined) return new Uint8Array();
    return new Promise((resolve, reject) => {
      const memory = bodies?.open({ connection: peer, user: this.user.name, refuse: reject });
      this.onAbort(reject);
      collect(body, { expected: declared, limit, onChunk: memory?.add })
        .catch((error: unknown) => {
          if (error instanceof StatusError) throw error;
          throw new StatusError('BadRequest', 'the request body is incomplete', { cause: error });
        })
        .finally(() => memory?.release())
        .then(resolve, reject);
    });
  }
}

export type Handler = AnyHandler<RequestContext>;
export type Filter = AnyFilter<RequestContext>;

const limit = { bytes: MAX_BODY_BYTES, error: bodyTooLarge };

function bodyTooLarge(): StatusError {
  return new StatusError('RequestEntityTooLarge', `Request entity too large: limit is ${MAX_BODY_BYTES}`);
}
