import { status, type Channel, type Metadata } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { TraceHeaders } from '../tracing/span.js';
import { GrpcError, type GrpcCode } from './errors.js';

export interface GrpcCallOptions {
  /** Aborting ends the call, which rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Timeout in milliseconds, sent to the server as the deadline. */
  readonly timeout?: number;
  /** Metadata of this call alone, such as the context of a trace. */
  readonly headers?: TraceHeaders;
}

/** A call of the library. */
export type Call = ReturnType<Channel['createCall']>;

export interface UnaryCallOptions extends GrpcCallOptions {
  readonly method: MethodDefinition<object, object>;
  readonly request: object;
  readonly metadata: Metadata;
  /** The connection's calls in flight, including this one until it ends. */
  readonly inFlight: Set<Call>;
}

/**
 * A unary call. Rejects with a {@link GrpcError} or the signal's reason. It bypasses the library's Client, whose
 * interceptors, events and stack traces take a third of the time of a call.
 */
export function unaryCall(channel: Channel, options: UnaryCallOptions): Promise<object> {
  const { method, request, metadata: common, headers, inFlight, signal, timeout } = options;
  const metadata = headers === undefined ? common : withHeaders(common, headers);
  const deadline = timeout === undefined ? Infinity : Date.now() + timeout;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const message = coded('the request cannot be encoded', () => method.requestSerialize(request));
    const call = channel.createCall(method.path, deadline, null, null, undefined);
    const leave = (): void => cancel(call);
    let response: object | undefined;
    let unreadable: unknown;
    call.start(metadata, {
      onReceiveMetadata: () => {},
      onReceiveMessage(bytes: Buffer) {
        try {
          response = coded('the response cannot be decoded', () => method.responseDeserialize(bytes));
        } catch (error) {
          unreadable = error;
          leave();
        }
      },
      onReceiveStatus({ code, details }) {
        inFlight.delete(call);
        signal?.removeEventListener('abort', leave);
        if (code === status.OK && response !== undefined) resolve(response);
        else if (signal?.aborted === true) reject(signal.reason as Error);
        else reject(unreadable ?? errorOf(code, details));
      },
    });
    inFlight.add(call);
    signal?.addEventListener('abort', leave, { once: true });
    call.startRead();
    call.sendMessageWithContext({}, message);
    call.halfClose();
  });
}

function withHeaders(common: Metadata, headers: TraceHeaders): Metadata {
  const metadata = common.clone();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, String(value));
  return metadata;
}

/** The call ends with the status CANCELLED. */
export function cancel(call: Call): void {
  call.cancelWithStatus(status.CANCELLED, 'Cancelled on client');
}

/** Runs a function, whose errors become INTERNAL. */
export function coded<T>(problem: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new GrpcError('INTERNAL', `${problem}: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}

/** A server may send any number; unknown ones become UNKNOWN. */
export function errorOf(code: status, details: string): GrpcError {
  if (code === status.OK) return new GrpcError('INTERNAL', 'the response is missing');
  return new GrpcError((status[code] as GrpcCode | undefined) ?? 'UNKNOWN', withoutWrapping(details));
}

/** The library wraps the cause of a failed connection in several texts of its own. */
function withoutWrapping(details: string): string {
  const reason = /^[^]*Last error: (?:Error: )?([^]+?)\. Resolution note: /.exec(details)?.[1];
  return reason === undefined ? details : `no connection established (${reason})`;
}
