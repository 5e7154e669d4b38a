import { CODE } from './errors.js';
import { FLAG, FRAME, numbersFrame, unpadded, type Frame } from './frames.js';
import type { Head } from './header-encoder.js';
import type { Output, Sender } from './output.js';
import type { ReceiveWindow } from './receive-window.js';

/** What comes on a stream. */
export interface StreamListener {
  /** Names and values in turn: those that an answer begins with, and those behind it. */
  readonly onHead: (fields: readonly string[]) => void;
  /** A part of what was received with it: to be copied where it is kept for long. {@link ClientStream.taken} has more come. */
  readonly onData: (part: Buffer) => void;
  /** Told once, when all has come, or will not. It is not told of a stream that is canceled. */
  readonly onClose: (failure?: StreamFailure) => void;
}

export interface StreamFailure {
  readonly reason: string;
  /** Whether the server has certainly not begun with it. */
  readonly isRefused: boolean;
}

/** What a stream needs of its connection. */
export interface Carrier {
  readonly output: Output;
  readonly over: (stream: ClientStream) => void;
}

/** One request over HTTP/2, and its answer, at the client's. */
export class ClientStream implements Sender {
  /** 0 until it has begun. */
  id = 0;
  window = 0;
  chunk: Uint8Array | undefined = undefined;
  isEnd = false;
  movedAt = 0;
  #isOver = false;

  constructor(
    readonly carrier: Carrier,
    readonly fields: Head['fields'],
    readonly listener: StreamListener,
    readonly receiving: ReceiveWindow,
  ) {}

  begin(id: number, window: number, head: Buffer): void {
    this.id = id;
    this.window = window;
    this.carrier.output.send(head);
    if (this.chunk !== undefined) this.carrier.output.queue(this);
  }

  /** Sends as soon as the server takes it. */
  send(bytes: Uint8Array, isEnd: boolean): void {
    if (this.#isOver) return;
    this.chunk = this.chunk === undefined ? bytes : Buffer.concat([this.chunk, bytes]);
    this.isEnd = isEnd;
    if (this.id > 0) this.carrier.output.queue(this);
  }

  onSent(): void {
    // Nobody waits for it.
  }

  /** So much of what has come is kept no more. */
  taken(bytes: number): void {
    const told = this.receiving.give(bytes);
    if (told > 0 && !this.#isOver) this.carrier.output.send(numbersFrame(FRAME.windowUpdate, this.id, [told]));
  }

  /** Ends it on both sides. */
  cancel(): void {
    if (this.#isOver) return;
    if (this.id > 0) this.#reset();
    this.#leave();
  }

  receive(frame: Frame): void {
    const { length } = frame.payload;
    if (!this.receiving.take(length)) {
      this.#reset();
      this.fail({ reason: 'the server sent more than it may', isRefused: false });
      return;
    }
    const part = unpadded(frame);
    if (part.length < length) this.taken(length - part.length);
    this.listener.onData(part);
    if ((frame.flags & FLAG.endStream) !== 0) this.finish();
  }

  onReset(code: number): void {
    this.fail({ reason: `the server broke it off with code ${code}`, isRefused: code === CODE.refusedStream });
  }

  /** All has come. */
  finish(): void {
    if (this.#isOver) return;
    // A server may answer before it has taken all.
    if (!this.isEnd || this.chunk !== undefined) this.#reset();
    this.#leave();
    this.listener.onClose();
  }

  fail(failure: StreamFailure): void {
    if (this.#isOver) return;
    this.#leave();
    this.listener.onClose(failure);
  }

  #reset(): void {
    this.carrier.output.send(numbersFrame(FRAME.reset, this.id, [CODE.cancel]));
  }

  #leave(): void {
    this.#isOver = true;
    this.carrier.output.forget(this);
    this.carrier.over(this);
  }
}
