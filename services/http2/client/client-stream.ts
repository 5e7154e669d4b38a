import { CODE, type Code } from '../protocol/errors.js';
import { FLAG, FRAME, numbersFrame, unpadded, type Frame } from '../protocol/frames.js';
import type { Head } from '../protocol/header-encoder.js';
import type { Output, Sender } from '../protocol/output.js';
import { receiveWindow, type ReceiveWindow } from '../protocol/receive-window.js';

/** Receives what arrives on a stream. */
export interface StreamListener {
  /** Names and values alternate: first the response headers, then the trailers. */
  readonly onHead: (fields: readonly string[]) => void;
  /** A view of received bytes: copy it to keep it. Call {@link ClientStream.taken} to receive more. */
  readonly onData: (part: Buffer) => void;
  /** Called when all bytes of {@link ClientStream.send} are sent, unless they end the request. */
  readonly onSent?: () => void;
  /** Called once, when the stream has ended or failed. Not called for a cancelled stream. */
  readonly onClose: (failure?: StreamFailure) => void;
}

export interface StreamFailure {
  readonly reason: string;
  /** Whether the server has certainly not processed the request. */
  readonly isRefused: boolean;
}

/** The stream's interface to its connection. */
export interface Carrier {
  readonly output: Output;
  readonly over: (stream: ClientStream) => void;
}

export interface StreamOptions {
  readonly fields: Head['fields'];
  /** Whether the request has no body. */
  readonly isHeadOnly: boolean;
  readonly listener: StreamListener;
  /** Flow-control window of the response. */
  readonly streamWindow: number;
}

/** The client side of one HTTP/2 request and its response. */
export class ClientStream implements Sender {
  /** 0 until it is opened. */
  id = 0;
  window = 0;
  chunk: Uint8Array | undefined = undefined;
  isEnd: boolean;
  movedAt = 0;
  readonly fields: Head['fields'];
  readonly isHeadOnly: boolean;
  readonly listener: StreamListener;
  readonly receiving: ReceiveWindow;
  #isOver = false;

  constructor(
    readonly carrier: Carrier,
    { fields, isHeadOnly, listener, streamWindow }: StreamOptions,
  ) {
    this.fields = fields;
    this.isHeadOnly = isHeadOnly;
    this.isEnd = isHeadOnly;
    this.listener = listener;
    this.receiving = receiveWindow(streamWindow);
  }

  begin(window: number, head: Buffer): void {
    this.window = window;
    this.carrier.output.send(head);
    if (this.chunk !== undefined) this.carrier.output.queue(this);
  }

  /** Sends as soon as the flow-control windows allow it. */
  send(bytes: Uint8Array, isEnd: boolean): void {
    if (this.#isOver) return;
    this.chunk = this.chunk === undefined ? bytes : Buffer.concat([this.chunk, bytes]);
    this.isEnd = isEnd;
    if (this.id > 0) this.carrier.output.queue(this);
  }

  onSent(_bytes: number, isWhole: boolean): void {
    if (isWhole && !this.isEnd) this.listener.onSent?.();
  }

  /** The reader has consumed this many bytes. */
  taken(bytes: number): void {
    const increment = this.receiving.give(bytes);
    if (increment > 0 && !this.#isOver)
      this.carrier.output.send(numbersFrame(FRAME.windowUpdate, this.id, [increment]));
  }

  /** Resets the stream. The listener is not called any more. */
  cancel(code: Code = CODE.cancel): void {
    if (this.#isOver) return;
    if (this.id > 0) this.#reset(code);
    this.#leave();
  }

  receive(frame: Frame): void {
    const { length } = frame.payload;
    if (!this.receiving.take(length)) {
      this.#reset(CODE.flowControlError);
      this.fail({ reason: 'the server exceeded the flow-control window', isRefused: false });
      return;
    }
    const part = unpadded(frame);
    if (part.length < length) this.taken(length - part.length);
    this.listener.onData(part);
    if ((frame.flags & FLAG.endStream) !== 0) this.finish();
  }

  onReset(code: number): void {
    this.fail({ reason: `the server reset the stream with code ${code}`, isRefused: code === CODE.refusedStream });
  }

  /** The response is complete. */
  finish(): void {
    if (this.#isOver) return;
    // A server may answer before it has read the whole request.
    if (!this.isEnd || this.chunk !== undefined) this.#reset(CODE.cancel);
    this.#leave();
    this.listener.onClose();
  }

  fail(failure: StreamFailure): void {
    if (this.#isOver) return;
    this.#leave();
    this.listener.onClose(failure);
  }

  #reset(code: Code): void {
    this.carrier.output.send(numbersFrame(FRAME.reset, this.id, [code]));
  }

  #leave(): void {
    this.#isOver = true;
    this.carrier.output.forget(this);
    this.carrier.over(this);
  }
}
