import type { Transport, TransportRequest, TransportResponse } from './transport.js';

/** The answer to one request. An error is thrown. */
export type Answer = Response | Error;

export interface Response {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A value is sent as JSON, text unchanged, and a list of texts as chunks. */
  readonly body: object | string | AsyncIterable<Uint8Array>;
}

export interface ScriptedTransport extends Transport {
  /** The requests in order: `GET /api/v1/…`. */
  readonly log: string[];
  readonly requests: TransportRequest[];
}

/** A transport that returns the answers of a script in order, and fails after the last. */
export function scriptedTransport(
  answers: readonly (Answer | ((request: TransportRequest) => Answer))[],
): ScriptedTransport {
  const log: string[] = [];
  const requests: TransportRequest[] = [];
  return {
    log,
    requests,
    async request(request) {
      log.push(`${request.method} ${decodeURIComponent(request.target)}`);
      requests.push(request);
      const next = answers[requests.length - 1];
      if (next === undefined) throw new Error(`no answer to the request ${log.at(-1) ?? ''}`);
      const answer = typeof next === 'function' ? next(request) : next;
      if (answer instanceof Error) throw answer;
      return responseOf(answer);
    },
    close: async () => undefined,
  };
}

function responseOf({ status = 200, headers = {}, body }: Response): TransportResponse {
  if (Symbol.asyncIterator in Object(body)) return { status, headers, body: body as AsyncIterable<Uint8Array> };
  return { status, headers, body: chunks([typeof body === 'string' ? body : JSON.stringify(body)]) };
}

/** A body of these chunks. `end` is thrown after them. */
export async function* chunks(texts: readonly string[], end?: Error): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
  if (end) throw end;
}
