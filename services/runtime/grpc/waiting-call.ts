import type { Channel } from '@grpc/grpc-js';
import { GrpcError } from './errors.js';
import { unaryCall, type UnaryCallOptions } from './unary-call.js';

/** The library's text of a call that has not been sent, because there was no connection until its deadline. */
const NOT_SENT = /Waiting for LB pick/;
/** Milliseconds of the call that does not wait. */
const SOON = 100;

/**
 * A unary call that waits for a connection. The library does not tell why there was none, except to a call that does not wait.
 * Such a call follows when the time is over, and its reason is that of the timeout.
 */
export async function waitingCall(channel: Channel, options: UnaryCallOptions): Promise<object> {
  try {
    return await unaryCall(channel, options);
  } catch (cause) {
    if (!isNotSent(cause)) throw cause;
    const metadata = options.metadata.clone();
    metadata.setOptions({ ...metadata.getOptions(), waitForReady: false });
    return unaryCall(channel, { ...options, metadata, timeout: SOON }).catch((error: unknown) => {
      if (!(error instanceof GrpcError && error.code === 'UNAVAILABLE')) throw cause;
      throw new GrpcError('DEADLINE_EXCEEDED', error.message, { cause });
    });
  }
}

function isNotSent(error: unknown): boolean {
  return error instanceof GrpcError && error.code === 'DEADLINE_EXCEEDED' && NOT_SENT.test(error.message);
}
