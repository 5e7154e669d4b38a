import { CODE, ConnectionError } from './errors.js';
import { FLAG, FRAME, frameReader, LARGEST, type Frame } from './frames.js';
import { blockCollector, type HeaderBlock } from './header-block.js';
import { readSettings, type Settings } from './settings.js';

/** Receives the frames of one connection, whose form is valid. Each function may throw {@link ConnectionError}. */
export interface FrameHandlers {
  /** Called before each frame, with the frame as it arrived. */
  readonly onFrame?: (frame: Frame) => void;
  readonly onBlock: (block: HeaderBlock) => void;
  readonly onData: (frame: Frame) => void;
  readonly onReset: (stream: number, code: number) => void;
  /** `stream` is 0 for the connection. `more` is 0 in an invalid frame. */
  readonly onWindow: (stream: number, more: number) => void;
  /** Settings of the peer, which must be acknowledged; not its acknowledgement of ours. */
  readonly onSettings: (settings: Settings) => void;
  /** A PING that must be acknowledged with its payload. */
  readonly onPing: (payload: Buffer) => void;
  /** `last` is the largest stream that the peer may have processed. */
  readonly onGoAway: (last: number, code: number) => void;
  readonly onPriority: (frame: Frame) => void;
}

/** The receiving side of a connection, of a client and of a server. */
export interface Receiver {
  readonly add: (received: Buffer) => void;
  /** Reads the next frame and hands it over. Undefined if none is complete. Throws {@link ConnectionError}. */
  readonly next: () => Frame | undefined;
  /** Whether a frame or a header block has begun and is not complete. */
  readonly isIncomplete: () => boolean;
  /** Whether a header block has begun and is not complete. */
  readonly isInBlock: () => boolean;
}

/** `from` is the side that sends the frames. */
export function frameReceiver(from: 'client' | 'server', handlers: FrameHandlers): Receiver {
  const reader = frameReader(from);
  const blocks = blockCollector();
  let hasSettings = false;

  function onHeaders(frame: Frame): void {
    if (frame.stream === 0) fail('HEADERS on stream 0');
    const block = blocks.add(frame);
    if (block !== undefined) handlers.onBlock(block);
  }
  function onSettings(frame: Frame): void {
    const settings = readSettings(frame);
    if (!settings.isAck) handlers.onSettings(settings);
  }
  function onPing({ flags, stream, payload }: Frame): void {
    mustHave(payload, 8);
    if (stream !== 0) fail('PING on a stream');
    if ((flags & FLAG.ack) === 0) handlers.onPing(payload);
  }
  function onGoAway({ stream, payload }: Frame): void {
    if (stream !== 0) fail('GOAWAY on a stream');
    if (payload.length < 8) throw new ConnectionError(CODE.frameSizeError, `GOAWAY has ${payload.length} bytes`);
    handlers.onGoAway(payload.readUInt32BE(0) & LARGEST, payload.readUInt32BE(4));
  }

  function onFrame(frame: Frame): void {
    const { type, stream, payload } = frame;
    handlers.onFrame?.(frame);
    if (!hasSettings && type !== FRAME.settings) fail('the first frame is not SETTINGS');
    hasSettings = true;
    if ((type === FRAME.continuation ? stream : undefined) !== blocks.pending()) fail('a header block is interrupted');
    if (type === FRAME.headers || type === FRAME.continuation) {
      onHeaders(frame);
    } else if (type === FRAME.data) {
      handlers.onData(frame);
    } else if (type === FRAME.windowUpdate) {
      mustHave(payload, 4);
      handlers.onWindow(stream, payload.readUInt32BE(0) & LARGEST);
    } else if (type === FRAME.reset) {
      mustHave(payload, 4);
      handlers.onReset(stream, payload.readUInt32BE(0));
    } else if (type === FRAME.ping) {
      onPing(frame);
    } else if (type === FRAME.settings) {
      onSettings(frame);
    } else if (type === FRAME.push) {
      // A client must not send it, and our own clients disable it.
      fail('push is not enabled');
    } else if (type === FRAME.priority) {
      handlers.onPriority(frame);
    } else if (type === FRAME.goAway) {
      onGoAway(frame);
    }
    // Frames of unknown types are ignored (RFC 9113, section 4.1).
  }

  return {
    add: reader.add,
    next() {
      const frame = reader.next();
      if (frame !== undefined) onFrame(frame);
      return frame;
    },
    isIncomplete: () => reader.waiting() > 0 || blocks.pending() !== undefined,
    isInBlock: () => blocks.pending() !== undefined,
  };
}

function fail(problem: string): never {
  throw new ConnectionError(CODE.protocolError, problem);
}

function mustHave(payload: Buffer, bytes: number): void {
  if (payload.length !== bytes) throw new ConnectionError(CODE.frameSizeError, `a frame has ${payload.length} bytes`);
}
