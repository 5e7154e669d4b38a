import { constants } from 'node:http2';
import { ServerInterceptingCall, status, type ServerInterceptor } from '@grpc/grpc-js';

/**
 * Interceptor that fails a call when its next message, or the end of its messages, does not arrive within the timeout.
 * Without it, clients could fill the memory with unfinished messages. Streams, which wait for their next message, are exempt.
 */
export function requestTimeoutInterceptor(timeoutMs: number): ServerInterceptor {
  return (method, call) => {
    if (method.requestStream) return new ServerInterceptingCall(call);
    const timer = setTimeout(() => {
      call.sendStatus({ code: status.DEADLINE_EXCEEDED, details: 'request timeout' });
      closeStream(call);
    }, timeoutMs).unref();
    return new ServerInterceptingCall(call, {
      start(next) {
        next({
          onReceiveMessage(message, proceed) {
            timer.refresh();
            proceed(message);
          },
          onReceiveHalfClose(proceed) {
            clearTimeout(timer);
            proceed();
          },
          onCancel: () => clearTimeout(timer),
        });
      },
    });
  };
}

/** The library buffers a partial message until the client closes its stream, even after the call was answered. */
function closeStream(call: object): void {
  const { stream } = call as { readonly stream?: { readonly close: (code: number) => void } };
  stream?.close(constants.NGHTTP2_NO_ERROR);
}
