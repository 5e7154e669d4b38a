import { createByteBuffer } from '@pilothouse/apimachinery/bytes/byte-buffer.js';
import { incomingBody } from '../protocol/body.js';
import type { ClientStream, StreamFailure, StreamListener } from '../client/client-stream.js';
import { DEADLINE_EXCEEDED, RpcError, UNAVAILABLE, UNKNOWN } from './rpc-error.js';

/** Starts a call. Throws {@link RpcError}. */
export type Open = (path: string, metadata: Metadata, listener: StreamListener) => ClientStream;

export type Metadata = Readonly<Record<string, string>>;

export interface UnaryOptions {
  readonly metadata: Metadata;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Can be iterated once. Throws {@link RpcError} when the stream breaks. Unread messages wait at the server
 * (backpressure).
 */
export interface MessageStream extends AsyncIterable<Buffer> {
  write(message: Uint8Array): void;
  cancel(): void;
}

const PREFIX_BYTES = 5;

/** A unary call. */
export function unary(
  open: Open,
  path: string,
  message: Uint8Array,
  { metadata, timeoutMs, signal }: UnaryOptions,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const outcome = createOutcome();
    const received = createByteBuffer();
    const stream = open(path, metadata, {
      onHead: outcome.note,
      onData(part) {
        received.append(part);
        stream.taken(part.length);
      },
      onClose(failure) {
        settle();
        const error = outcome.error(failure);
        const answer = received.take();
        if (error !== undefined) reject(error);
        else if (!isWhole(answer)) reject(new RpcError(UNKNOWN, 'the response contains no message', true));
        else resolve(answer.subarray(PREFIX_BYTES));
      },
    });
    function settle(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
    function giveUp(error: unknown): void {
      settle();
      stream.cancel();
      reject(error);
    }
    const abort = () => giveUp(signal?.reason);
    const late = () => giveUp(new RpcError(DEADLINE_EXCEEDED, 'timeout', stream.id > 0));
    // If this process itself was delayed, the response may already be here, and is read first.
    const timer = setTimeout(() => setImmediate(late), Math.max(timeoutMs, 0));
    signal?.addEventListener('abort', abort, { once: true });
    stream.send(framed(message), true);
  });
}

/** A bidirectional stream. */
export function messagesOf(open: Open, path: string, metadata: Metadata): MessageStream {
  const outcome = createOutcome();
  let failure: StreamFailure | undefined;
  const body = incomingBody({ onTaken: (bytes) => stream.taken(bytes) });
  const stream = open(path, metadata, {
    onHead: outcome.note,
    onData: (part) => body.push(part),
    onClose(reason) {
      failure = reason;
      if (failure === undefined) body.end();
      else body.fail(broken);
    },
  });
  return {
    write: (message) => stream.send(framed(message), false),
    cancel() {
      stream.cancel();
      body.fail(broken);
    },
    async *[Symbol.asyncIterator]() {
      try {
        yield* unframed(body.bytes);
      } catch {
        // The outcome holds the reason.
      }
      throw outcome.error(failure) ?? new RpcError(UNAVAILABLE, 'the server ended the stream', true);
    },
  };
}

/** A placeholder: the outcome holds the reason. */
function broken(): Error {
  return new Error('the stream is broken');
}

/** The status of a call. */
interface Outcome {
  readonly note: (fields: readonly string[]) => void;
  /** Undefined for a successful call. */
  readonly error: (failure: StreamFailure | undefined) => RpcError | undefined;
}

function createOutcome(): Outcome {
  let status: string | undefined;
  let message = '';
  return {
    note(fields) {
      const code = valueOf(fields, 'grpc-status');
      const http = valueOf(fields, ':status') ?? '200';
      if (code !== undefined) [status, message] = [code, decoded(valueOf(fields, 'grpc-message') ?? '')];
      else if (http !== '200') [status, message] = [String(UNAVAILABLE), `HTTP status ${http}`];
    },
    error(failure) {
      if (status === '0') return undefined;
      if (status !== undefined) return new RpcError(Number(status), message, true);
      return new RpcError(UNAVAILABLE, failure?.reason ?? 'the connection was lost', failure?.isRefused !== true);
    },
  };
}

/** `fields` alternates names and values. */
function valueOf(fields: readonly string[], name: string): string | undefined {
  for (let at = 0; at < fields.length; at += 2) if (fields[at] === name) return fields[at + 1];
  return undefined;
}

/** The gRPC framing of an uncompressed message: a flag, the length, the message. */
function framed(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(PREFIX_BYTES + message.length);
  frame[0] = 0;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, PREFIX_BYTES);
  return frame;
}

/** Whether the bytes are exactly one framed message. */
function isWhole(answer: Buffer): boolean {
  return answer.length >= PREFIX_BYTES && answer.readUInt32BE(1) === answer.length - PREFIX_BYTES;
}

async function* unframed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  const incomplete = createByteBuffer();
  let wanted = PREFIX_BYTES;
  for await (const chunk of chunks) {
    incomplete.append(chunk);
    if (incomplete.length < wanted) continue;
    let rest = incomplete.take();
    for (;;) {
      wanted = PREFIX_BYTES;
      if (rest.length < wanted) break;
      wanted += rest.readUInt32BE(1);
      if (rest.length < wanted) break;
      yield rest.subarray(PREFIX_BYTES, wanted);
      rest = rest.subarray(wanted);
    }
    if (rest.length > 0) incomplete.append(rest);
  }
}

/** gRPC messages are percent-encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
