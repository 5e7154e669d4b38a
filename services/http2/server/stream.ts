import { CODE, type Code } from '../protocol/errors.js';
import type { Head } from '../protocol/header-encoder.js';
import type { Output, Sender } from '../protocol/output.js';
import { receiveWindow, type ReceiveWindow } from '../protocol/receive-window.js';
import { incomingBody, type IncomingBody } from '../protocol/body.js';
import type { RequestHead } from './request-head.js';

/** Names in lower case. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[]>>;

export interface ResponseHead {
  readonly status: number;
  readonly headers: ResponseHeaders;
}

export interface StreamRequest extends Pick<RequestHead, 'method' | 'target' | 'headers' | 'rawHeaders'> {
  readonly body: AsyncIterable<Buffer> | undefined;
  /** HTTP/2 has no upgrades. */
  readonly upgraded: undefined;
}

/** The connection, as its streams use it. */
export interface Connection {
  readonly output: Output;
  /** Throws if the head cannot be encoded. */
  readonly sendHead: (head: Omit<Head, 'isFirst'>) => void;
  /** The date in HTTP format. */
  readonly date: () => string;
  /** Called when a handler starts to read a request body. */
  readonly wanted: () => void;
  /** Enlarges the client's windows by this many bytes: of the stream while it is open, and of the connection. */
  readonly taken: (stream: Stream, bytes: number) => void;
  /** Called for sent bytes of a response. `isWhole` means that a chunk is complete. */
  readonly sent: (bytes: number, isWhole: boolean) => void;
  /** Called when a response begins. */
  readonly onAnswer: () => void;
  readonly leave: () => void;
  /** Closes a stream whose response is complete or aborted. A code is sent in RST_STREAM. */
  readonly over: (stream: Stream, code?: Code) => void;
}

export interface StreamOptions {
  readonly id: number;
  readonly head: RequestHead;
  /** Whether the request has no body. */
  readonly isComplete: boolean;
  /** The client's initial stream window, for the response. */
  readonly window: number;
  /** The server's stream window, for the request body. */
  readonly receivable: number;
  /** The present time of a monotonic clock in milliseconds. */
  readonly time: number;
  /** The error of a malformed request, which is sent after the response. */
  readonly fault?: Code | undefined;
}

const CONTINUE = 100;
/** A header of HTTP/1.1 responses, which is not allowed in HTTP/2. */
const HTTP1_ONLY = 'connection';
/** Statuses without a response body. */
const BODILESS: ReadonlySet<number> = new Set([204, 304]);
const NOTHING = Buffer.alloc(0);

/** One HTTP/2 stream: a request and its response. */
export class Stream implements Sender {
  readonly id: number;
  readonly openedAt: number;
  readonly request: StreamRequest;
  /** Whether the response may have a body: not for HEAD. */
  readonly hasBody: boolean;
  readonly body: IncomingBody | undefined;
  window: number;
  chunk: Uint8Array | undefined = undefined;
  isEnd = false;
  movedAt = 0;
  /** The window of the request body. */
  readonly receiving: ReceiveWindow | undefined;
  /** Bytes missing to content-length; undefined without content-length. */
  missing: number | undefined;
  /** Whether the request is complete. */
  isComplete: boolean;
  /** Whether the client may read the response as slowly as it wants. */
  isPatient = false;
  readonly #fault: Code | undefined;
  #state: 'open' | 'finished' | 'broken' = 'open';
  #isBegun = false;
  #isBodiless = false;
  #waiting: { readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined = undefined;
  #onClose: ((isFinished: boolean) => void) | undefined = undefined;

  constructor(
    readonly connection: Connection,
    { id, head, isComplete, window, receivable, time, fault }: StreamOptions,
  ) {
    const { method, target, headers, rawHeaders, contentLength, expectsContinue } = head;
    this.id = id;
    this.openedAt = time;
    this.window = window;
    this.isComplete = isComplete;
    this.missing = contentLength;
    this.#fault = fault;
    this.hasBody = method !== 'HEAD';
    if (!isComplete) {
      this.receiving = receiveWindow(receivable);
      this.body = incomingBody({
        onTaken: (bytes) => connection.taken(this, bytes),
        onWanted: () => {
          connection.wanted();
          if (expectsContinue && !this.#isBegun && !this.isOver && !this.isComplete)
            this.#sendHead(CONTINUE, {}, false);
        },
      });
    }
    this.request = { method, target, headers, rawHeaders, body: this.body?.bytes, upgraded: undefined };
  }

  get isOver(): boolean {
    return this.#state === 'finished' || this.#state === 'broken';
  }

  /** Whether the response has begun. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  /** Whether the response is complete. */
  get isAnswered(): boolean {
    return this.#state === 'finished';
  }

  /** Calls back when the response is closed. `isFinished` tells whether it was complete. */
  onClose(callback: (isFinished: boolean) => void): void {
    this.#onClose = callback;
  }

  begin({ status, headers }: ResponseHead): void {
    if (this.isOver) throw clientGone();
    this.#isBegun = true;
    this.#isBodiless = !this.hasBody || BODILESS.has(status);
    this.connection.onAnswer();
    this.#sendHead(status, headers, this.#isBodiless);
  }

  /** Resolves when more can be written; undefined if immediately. Rejects when the client disconnects. */
  write(chunk: Uint8Array): Promise<void> | undefined {
    if (this.isOver) throw clientGone();
    if (this.#isBodiless || chunk.byteLength === 0) return undefined;
    this.chunk = chunk;
    return this.#sent();
  }

  /** Ends the response, with its last bytes. */
  end(chunk: Uint8Array = NOTHING): Promise<void> | undefined {
    if (this.isOver) throw clientGone();
    if (this.#isBodiless) {
      this.#finish();
      return undefined;
    }
    this.chunk = chunk;
    this.isEnd = true;
    return this.#sent();
  }

  /** Sends GOAWAY, so that the client uses another connection. */
  leave(): void {
    this.connection.leave();
  }

  /** Disables the timeout of the client for reading this response. */
  waitForClient(): void {
    this.isPatient = true;
  }

  /** Sends GOAWAY: the connection ends after its last stream. */
  isLast(): void {
    this.connection.leave();
  }

  /** Breaks off the response, so that the client sees that it is incomplete. */
  abort(): void {
    this.fail(clientGone(), CODE.internalError);
  }

  onSent(bytes: number, isWhole: boolean): void {
    this.connection.sent(bytes, isWhole);
    if (!isWhole) return;
    if (this.isEnd) this.#finish();
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve();
  }

  /** Aborts the response. A code is sent to the client in RST_STREAM. */
  fail(error: Error, code?: Code): void {
    if (this.isOver) return;
    this.#state = 'broken';
    this.chunk = undefined;
    this.connection.over(this, code);
    this.body?.fail(() => error);
    this.#waiting?.reject(error);
    this.#waiting = undefined;
    this.#onClose?.(false);
  }

  #sendHead(status: number, headers: ResponseHeaders, isEnd: boolean): void {
    const fields: [name: string, value: string][] = [[':status', String(status)]];
    for (const [name, value] of Object.entries(headers)) {
      if (name === HTTP1_ONLY) continue;
      if (typeof value === 'string') fields.push([name, value]);
      else for (const each of value) fields.push([name, each]);
    }
    if (status !== CONTINUE) fields.push(['date', this.connection.date()]);
    this.connection.sendHead({ stream: this.id, fields, isEnd });
  }

  #sent(): Promise<void> | undefined {
    this.connection.output.queue(this);
    if (this.chunk === undefined) return undefined;
    return new Promise((resolve, reject) => (this.#waiting = { resolve, reject }));
  }

  #finish(): void {
    this.#state = 'finished';
    // RST_STREAM with NO_ERROR stops a client that still sends its body.
    this.connection.over(this, this.#fault ?? (this.isComplete ? undefined : CODE.noError));
    this.body?.fail(answered);
    this.#onClose?.(true);
  }
}

function answered(): Error {
  return new Error('the response is complete');
}

function clientGone(): Error {
  return new Error('the client went away');
}
