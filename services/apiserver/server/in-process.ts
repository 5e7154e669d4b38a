import type { Transport } from '@pilothouse/client/transport.js';
import { RequestContext, type Handler } from '../request/context.js';
import { isStream, joinedHeaders, type Body, type Response } from '../request/response.js';

export interface InProcessUser {
  readonly name: string;
  readonly groups: readonly string[];
}

/**
 * In-process transport: passes requests directly to the pipeline, with the user as if from a client certificate. They also reach
 * resources that are not served to other clients, as controllers and admission plugins need them.
 */
export function inProcessTransport(handler: Handler, { name, groups }: InProcessUser): Transport {
  const certificate = { type: 'verified', commonName: name, organizations: groups, authorities: ['users'] } as const;
  return {
    async request({ method, target, headers, body, signal, beforeSending }) {
      beforeSending?.();
      const context = new RequestContext({
        method,
        target,
        headers,
        body: body && chunks([body]),
        isInternal: true,
        peer: { address: '', certificate },
      });
      const abort = (): void => context.abort(new Error('the caller gave up', { cause: signal?.reason }));
      if (signal?.aborted === true) abort();
      signal?.addEventListener('abort', abort, { once: true });
      // Releases resources of a response that is not read.
      context.onAbort(() => context.close());
      const forget = (): void => signal?.removeEventListener('abort', abort);
      let response: Response;
      try {
        response = await handler(context);
      } catch (error) {
        forget();
        context.close();
        throw error;
      }
      if (!isStream(response.body)) context.close();
      return {
        status: response.status,
        headers: joinedHeaders(response.headers),
        body: until(response.body, { context, signal, forget }),
      };
    },
    close: async () => {},
  };
}

interface Call {
  readonly context: RequestContext;
  /** Signal of the caller. */
  readonly signal: AbortSignal | undefined;
  readonly forget: () => void;
}

/** Chunks of a body. Leaving the iteration early aborts the request. */
async function* until(body: Body, { context, signal, forget }: Call): AsyncGenerator<Uint8Array> {
  let isComplete = false;
  try {
    yield* isStream(body) ? body : chunks(body);
    isComplete = true;
    // The timeout of a watch is a normal end. Only an abort by the caller is an error.
    if (signal?.aborted === true) context.signal.throwIfAborted();
  } finally {
    forget();
    context.close();
    if (!isComplete) context.abort(new Error('the client went away'));
  }
}

async function* chunks(body: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* body;
}
