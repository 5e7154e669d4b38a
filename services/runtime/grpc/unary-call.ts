import { status, type Channel, type Metadata } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { GrpcError, type GrpcCode } from './errors.js';

export interface GrpcCallOptions {
  /** Aborting it ends the call, which rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Milliseconds that the call may take; the server is told. */
  readonly timeout?: number;
}

/** A call of the library, which is under way until it has a status. */
export type Call = ReturnType<Channel['createCall']>;

export interface UnaryCallOptions extends GrpcCallOptions {
  readonly method: MethodDefinition<object, object>;
  readonly request: object;
  readonly metadata: Metadata;
  /** The calls of the connection; this one is among them until it ends. */
  readonly underWay: Set<Call>;
}

/**
 * One message and its answer. Rejects with a {@link GrpcError}, or the signal's reason. The library's Client adds
 * interceptors, events, and the stack of an Error that is never seen to this: a third of all that a call costs.
 */
export function unaryCall(channel: Channel, options: UnaryCallOptions): Promise<object> {
  const { method, request, metadata, underWay, signal, timeout } = options;
  const deadline = timeout === undefined ? Infinity : Date.now() + timeout;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const message = coded('the request cannot be written', () => method.requestSerialize(request));
    const call = channel.createCall(method.path, deadline, null, null, undefined);
    const leave = (): void => cancel(call);
    let response: object | undefined;
    let unreadable: unknown;
    call.start(metadata, {
      onReceiveMetadata: () => {},
      onReceiveMessage(bytes: Buffer) {
        try {
          response = coded('the response cannot be read', () => method.responseDeserialize(bytes));
        } catch (error) {
          unreadable = error;
          leave();
        }
      },
      onReceiveStatus({ code, details }) {
        underWay.delete(call);
        signal?.removeEventListener('abort', leave);
        if (code === status.OK && response !== undefined) resolve(response);
        else if (signal?.aborted === true) reject(signal.reason as Error);
        else reject(unreadable ?? errorOf(code, details));
      },
    });
    underWay.add(call);
    signal?.addEventListener('abort', leave, { once: true });
    call.startRead();
    call.sendMessageWithContext({}, message);
    call.halfClose();
  });
}

/** Its status tells whoever waits for it. */
export function cancel(call: Call): void {
  call.cancelWithStatus(status.CANCELLED, 'Cancelled on client');
}

function coded<T>(problem: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new GrpcError('INTERNAL', `${problem}: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}

/** A server may send any number; those that nobody knows count as UNKNOWN. */
function errorOf(code: status, details: string): GrpcError {
  if (code === status.OK) return new GrpcError('INTERNAL', 'there is no response');
  return new GrpcError((status[code] as GrpcCode | undefined) ?? 'UNKNOWN', withoutWrapping(details));
}

/** The library puts the reason why there is no connection into several texts of its own, one around the other. */
function withoutWrapping(details: string): string {
  const reason = /^[^]*Last error: (?:Error: )?([^]+?)\. Resolution note: /.exec(details)?.[1];
  return reason === undefined ? details : `no connection established (${reason})`;
}
