import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { TransportResponse } from '@pilothouse/client/transport.js';
import type { Request, Response } from 'express';
import type { Grant } from '../session/session.js';
import { refusalOf } from './allowed.js';
import type { Upstream } from './upstream.js';

/** The limit of the API server. */
const MAX_BODY_BYTES = 3 * 1024 * 1024;
const TO_SERVER = ['accept', 'accept-encoding', 'content-type'] as const;
const TO_BROWSER = [
  'content-type',
  'content-encoding',
  'content-length',
  'retry-after',
  'warning',
  'audit-id',
] as const;

export interface ProxyOptions {
  readonly upstream: Upstream;
  readonly userAgent: string;
  /** Called when the API server did not answer. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Passes a request on to the API server with the user's own credentials, and streams the answer. Rejects with StatusError: for
 * a request that is not allowed, and for a server that does not answer.
 */
export async function passOn(
  request: Request,
  response: Response,
  { grant, upstream, userAgent, onFailure }: ProxyOptions & { readonly grant: Grant },
): Promise<void> {
  const { method, url, path } = request;
  const refusal = refusalOf(method, path);
  if (refusal !== undefined) throw new StatusError('Forbidden', refusal);
  const gone = new AbortController();
  response.once('close', () => gone.abort(new Error('the browser went away')));
  const body = method === 'GET' ? undefined : await collect(request, { limit: BODY_LIMIT });
  let answer: TransportResponse;
  try {
    answer = await upstream.request(grant, {
      method,
      target: url,
      headers: {
        ...picked(TO_SERVER, request.headers),
        'user-agent': userAgent,
        'x-forwarded-for': request.socket.remoteAddress ?? '',
      },
      ...(body !== undefined && body.length > 0 && { body }),
      signal: gone.signal,
    });
  } catch (error) {
    if (gone.signal.aborted) return;
    onFailure(error);
    throw new StatusError('ServiceUnavailable', 'the API server does not answer', { cause: error });
  }
  response.writeHead(answer.status, picked(TO_BROWSER, answer.headers));
  response.flushHeaders();
  // A broken answer breaks the connection to the browser too, which the page sees as an interruption.
  await pipeline(Readable.from(answer.body, { objectMode: false }), response).catch(() => response.destroy());
}

const BODY_LIMIT = {
  bytes: MAX_BODY_BYTES,
  error: () => new StatusError('RequestEntityTooLarge', `the body has more than ${MAX_BODY_BYTES} bytes`),
};

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function picked(names: readonly string[], headers: Headers): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, String(value)] as const];
    }),
  );
}
