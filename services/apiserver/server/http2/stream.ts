import { CODE, type Code } from '@pilothouse/runtime/http2/errors.js';
import type { Head } from '@pilothouse/runtime/http2/header-encoder.js';
import type { Output, Sender } from '@pilothouse/runtime/http2/output.js';
import { receiveWindow, type ReceiveWindow } from '@pilothouse/runtime/http2/receive-window.js';
import { incomingBody, type IncomingBody } from '@pilothouse/runtime/http2/body.js';
import type { AnswerHead, Exchange } from '../exchange.js';
import type { RequestHead } from './request-head.js';

/** What a stream needs of its connection. */
export interface Connection {
  readonly output: Output;
  /** Throws for a head that cannot be sent. */
  readonly sendHead: (head: Omit<Head, 'isFirst'>) => void;
  /** The date in the form of HTTP. */
  readonly date: () => string;
  /** A handler begins to read the body of a request. */
  readonly wanted: () => void;
  /** The client may send so many bytes again: on this stream while it is open, and on the connection. */
  readonly taken: (stream: Stream, bytes: number) => void;
  /** Bytes of an answer were sent. `isWhole` tells the end of a chunk. */
  readonly sent: (bytes: number, isWhole: boolean) => void;
  /** An answer begins. */
  readonly onAnswer: () => void;
  readonly leave: () => void;
  /** The answer is complete or broken off: the stream is over. A code is sent to the client. */
  readonly over: (stream: Stream, code?: Code) => void;
}

export interface StreamOptions {
  readonly id: number;
  readonly head: RequestHead;
  /** Whether there is no body. */
  readonly isComplete: boolean;
  /** How much the client takes of each stream to begin with. */
  readonly window: number;
  /** How much the client may send. */
  readonly receivable: number;
  /** The present time in milliseconds, of any beginning. */
  readonly time: number;
  /** What is wrong with the request, to be told after the answer to it. */
  readonly fault?: Code | undefined;
}

const CONTINUE = 100;
/** What only HTTP/1.1 has, where an answer says that nothing follows it. A client of HTTP/2 would not accept it. */
const OF_ONE_CONNECTION = 'connection';
/** Statuses whose answers have no body. */
const BODILESS: ReadonlySet<number> = new Set([204, 304]);
const NOTHING = Buffer.alloc(0);

/** One request over HTTP/2, and its answer. */
export class Stream implements Exchange, Sender {
  readonly id: number;
  readonly openedAt: number;
  readonly request: Exchange['request'];
  readonly hasBody: boolean;
  readonly body: IncomingBody | undefined;
  window: number;
  chunk: Uint8Array | undefined = undefined;
  isEnd = false;
  movedAt = 0;
  /** For the request's body. */
  readonly receiving: ReceiveWindow | undefined;
  /** What is missing to the length that the request has told; undefined where it has told none. */
  missing: number | undefined;
  /** Whether all of the request has come. */
  isComplete: boolean;
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
    this.request = { method, target, headers, rawHeaders, body: this.body?.bytes };
  }

  get isOver(): boolean {
    return this.#state === 'finished' || this.#state === 'broken';
  }

  /** Whether the answer has begun. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  /** Whether the whole answer was sent. */
  get isAnswered(): boolean {
    return this.#state === 'finished';
  }

  onClose(callback: (isFinished: boolean) => void): void {
    this.#onClose = callback;
  }

  begin({ status, headers }: AnswerHead): void {
    if (this.isOver) throw clientGone();
    this.#isBegun = true;
    this.#isBodiless = !this.hasBody || BODILESS.has(status);
    this.connection.onAnswer();
    this.#sendHead(status, headers, this.#isBodiless);
  }

  write(chunk: Uint8Array): Promise<void> | undefined {
    if (this.isOver) throw clientGone();
    if (this.#isBodiless || chunk.byteLength === 0) return undefined;
    this.chunk = chunk;
    return this.#sent();
  }

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

  leave(): void {
    this.connection.leave();
  }

  /** A connection that takes no more streams ends by itself with the last of them. */
  isLast(): void {
    this.connection.leave();
  }

  abort(): void {
    this.breakOff(clientGone(), CODE.internalError);
  }

  onSent(bytes: number, isWhole: boolean): void {
    this.connection.sent(bytes, isWhole);
    if (!isWhole) return;
    if (this.isEnd) this.#finish();
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve();
  }

  /** The answer is given up. The client is told of it where there is a code. */
  breakOff(error: Error, code?: Code): void {
    if (this.isOver) return;
    this.#state = 'broken';
    this.chunk = undefined;
    this.connection.over(this, code);
    this.body?.fail(() => error);
    this.#waiting?.reject(error);
    this.#waiting = undefined;
    this.#onClose?.(false);
  }

  #sendHead(status: number, headers: Readonly<Record<string, string>>, isEnd: boolean): void {
    const fields: [name: string, value: string][] = [[':status', String(status)]];
    for (const field of Object.entries(headers)) if (field[0] !== OF_ONE_CONNECTION) fields.push(field);
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
    // A client that still sends is told that it need not.
    this.connection.over(this, this.#fault ?? (this.isComplete ? undefined : CODE.noError));
    this.body?.fail(answered);
    this.#onClose?.(true);
  }
}

function answered(): Error {
  return new Error('the request has been answered');
}

function clientGone(): Error {
  return new Error('the client went away');
}
