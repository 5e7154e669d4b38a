import type { Transport, TransportRequest, TransportResponse } from './transport.js';

/** What answers one request. An error is thrown in place of a response. */
export type Answer = Response | Error;

export interface Response {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A value is sent as JSON, text as it is, a list of texts as so many chunks. */
  readonly body: object | string | AsyncIterable<Uint8Array>;
}

export interface ScriptedTransport extends Transport {
  /** What was asked, in order: `GET /api/v1/…`. */
  readonly log: string[];
  readonly requests: TransportRequest[];
}

/** A transport that gives the answers of a script, one a request, and fails when there are no more. */
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

/** A body of these chunks, after which `end` is thrown where it is given. */
export async function* chunks(texts: readonly string[], end?: Error): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
  if (end) throw end;
}
