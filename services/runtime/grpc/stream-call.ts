import { status, type Channel, type Metadata } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { GrpcError } from './errors.js';
import { cancel, coded, errorOf, type Call } from './unary-call.js';

/** An open stream of a client. */
export interface GrpcStream<Request> {
  /** Queues a message. Does nothing after the end. Throws a GrpcError if it cannot be encoded. */
  readonly send: (message: Request) => void;
  /** Ends the messages of this side. Those of the other side may follow. */
  readonly close: () => void;
}

export interface StreamEvents<Response> {
  readonly onMessage: (message: Response) => void;
  /** Called once. There is no error if the server ended the stream with the status OK. */
  readonly onEnd: (error: GrpcError | undefined) => void;
}

export interface StreamCallOptions<Request, Response> {
  readonly method: Pick<MethodDefinition<Request, Response>, 'path' | 'requestSerialize' | 'responseDeserialize'>;
  readonly metadata: Metadata;
  /** The connection's calls in flight, including this one until it ends. */
  readonly inFlight: Set<Call>;
}

/** Opens a stream with messages in both directions. Like unary calls, it bypasses the library's Client. */
export function openStream<Request extends object, Response extends object>(
  channel: Channel,
  { method, metadata, inFlight }: StreamCallOptions<Request, Response>,
  { onMessage, onEnd }: StreamEvents<Response>,
): GrpcStream<Request> {
  const call = channel.createCall(method.path, Infinity, null, null, undefined);
  const queue: Buffer[] = [];
  let isWriting = false;
  let isClosing = false;
  let isEnded = false;
  let unreadable: GrpcError | undefined;

  /** The library keeps only one message until it has a connection. */
  function writeNext(): void {
    if (isWriting || isEnded) return;
    const message = queue.shift();
    if (message === undefined) {
      if (isClosing) call.halfClose();
      return;
    }
    isWriting = true;
    call.sendMessageWithContext(
      {
        callback() {
          isWriting = false;
          writeNext();
        },
      },
      message,
    );
  }

  call.start(metadata, {
    onReceiveMetadata: () => {},
    onReceiveMessage(bytes: Buffer) {
      try {
        onMessage(coded('the response cannot be decoded', () => method.responseDeserialize(bytes)));
        call.startRead();
      } catch (error) {
        if (!(error instanceof GrpcError)) throw error;
        unreadable = error;
        cancel(call);
      }
    },
    onReceiveStatus({ code, details }) {
      inFlight.delete(call);
      isEnded = true;
      onEnd(unreadable ?? (code === status.OK ? undefined : errorOf(code, details)));
    },
  });
  inFlight.add(call);
  call.startRead();
  return {
    send(message) {
      if (isEnded || isClosing) return;
      queue.push(coded('the request cannot be encoded', () => method.requestSerialize(message)));
      writeNext();
    },
    close() {
      if (isClosing || isEnded) return;
      isClosing = true;
      writeNext();
    },
  };
}
