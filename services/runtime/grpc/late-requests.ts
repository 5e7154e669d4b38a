import { constants } from 'node:http2';
import { ServerInterceptingCall, status, type ServerInterceptor } from '@grpc/grpc-js';

/**
 * Breaks off a call whose next message, or the end of its messages, has not come in full after so many milliseconds. Nothing
 * else would ever end it: clients could fill the memory with messages that they never finish.
 */
export function breakOffLate(milliseconds: number): ServerInterceptor {
  return (_method, call) => {
    const timer = setTimeout(() => {
      call.sendStatus({ code: status.DEADLINE_EXCEEDED, details: 'the request did not arrive in time' });
      closeStream(call);
    }, milliseconds).unref();
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

/** The library keeps what has come of a message as long as the client leaves its stream open, also of a call that it has answered. */
function closeStream(call: object): void {
  const { stream } = call as { readonly stream?: { readonly close: (code: number) => void } };
  stream?.close(constants.NGHTTP2_NO_ERROR);
}
