import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
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

/** The client's certificate, and whether a known authority vouches for it. */
export type PeerCertificate =
  | { readonly type: 'none' }
  | {
      readonly type: 'verified';
      readonly commonName: string;
      readonly organizations: readonly string[];
      /** Who vouches for it: those of users, those of authenticating proxies, or both. */
      readonly authorities: readonly AuthorityName[];
      /** When it expires, in milliseconds since 1970. Absent: a part of this process, which needs no certificate. */
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
  /** Names and values in turn, as they came: lines of one name are not put together, and each character is a byte. */
  readonly rawHeaders?: readonly string[];
  readonly body: AsyncIterable<Uint8Array> | undefined;
  readonly peer: Peer;
  /** Whether a part of this process asks; false when absent. */
  readonly isInternal?: boolean;
  /** Bounds the bodies that are being received; unbounded when absent, as within this process. */
  readonly bodies?: BodyBudget;
}

/** The largest request body that is read: 3 MiB, as in Kubernetes. */
export const MAX_BODY_BYTES = 3 * 1024 * 1024;

/** One request on its way through the pipeline. Until a filter says otherwise, nobody is authenticated. */
export class RequestContext {
  user: User = anonymousUser;
  /** Called once, when the request is authenticated as other than the anonymous user. */
  onAuthenticated: (() => void) | undefined = undefined;
  /** Absent where the request is not recorded. */
  audit: AuditNotes | undefined = undefined;
  /** Called when a watch has sent the objects that it begins with. */
  onStarted: (() => void) | undefined = undefined;
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
   * Aborted when the client leaves, the time is up, or the server stops. Made when first asked for: what answers at once
   * should not ask, since making one costs more than reading an object.
   */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      this.#abort = new AbortController();
      if (this.#reason !== undefined) this.#abort.abort(this.#reason);
    }
    return this.#abort.signal;
  }

  /** Gives the request up; whatever waits on its behalf rejects with `reason`. */
  abort(reason: Error): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#abort?.abort(reason);
    const callbacks = this.#onAbort;
    this.#onAbort = undefined;
    if (callbacks !== undefined) for (const callback of callbacks) callback(reason);
  }

  /** Calls back once, when the request is given up: at once where that is so already. Costs a small part of a signal. */
  onAbort(callback: (reason: Error) => void): void {
    if (this.#reason !== undefined) callback(this.#reason);
    else (this.#onAbort ??= []).push(callback);
  }

  /** Calls back once, when the answer has been sent or nobody wants it any more: at once where that is so already. */
  onClose(callback: () => void): void {
    if (this.#isClosed) callback();
    else (this.#onClose ??= []).push(callback);
  }

  /** For transports: nothing more is sent. */
  close(): void {
    this.#isClosed = true;
    const callbacks = this.#onClose;
    this.#onClose = undefined;
    if (callbacks !== undefined) for (const callback of callbacks) callback();
  }

  /** Sets the user that an authenticator has found. */
  authenticate(user: User): void {
    this.user = user;
    const callback = this.onAuthenticated;
    this.onAuthenticated = undefined;
    if (!isAnonymous(user)) callback?.();
  }

  get query(): URLSearchParams {
    return (this.#query ??= new URLSearchParams(this.#queryText));
  }

  /** For a request that lasts: the query is parsed anew where somebody still asks for it. */
  forgetQuery(): void {
    this.#query = undefined;
  }

  get method(): string {
    return this.request.method;
  }

  /** The attributes of the request. Throws 400 and 405 where the path or the method cannot be understood. */
  get info(): RequestInfo {
    return (this.#info ??= requestInfo(this));
  }

  /** The same for what only observes, such as audit and metrics: a request that cannot be understood is one for no resource. */
  get observedInfo(): RequestInfo {
    try {
      return this.info;
    } catch {
      return nonResourceInfo(this);
    }
  }

  /** A header's value; the first one where it was sent several times. */
  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return typeof value === 'string' || value === undefined ? value : value[0];
  }

  /**
   * The whole body. Throws 413 as soon as it is known to be too large, 429 where there is no memory for it now, and the reason where
   * the request is given up.
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
          throw new StatusError('BadRequest', 'the request body could not be read to its end', { cause: error });
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
