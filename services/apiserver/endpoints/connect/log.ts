import type { IncomingMessage } from 'node:http';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { badRequest, StatusError, type Reason } from '@pilothouse/apimachinery/status/status-error.js';
import { authorityOf, responseOf } from '../../proxy/backend.js';
import type { Connections } from '../../proxy/connections.js';
import { unknownError } from '../../proxy/kubelet.js';
import type { RequestContext } from '../../request/context.js';
import type { Response } from '../../request/response.js';
import type { Target } from './route.js';

/** Maximum number of bytes of a kubelet's error, as in Kubernetes. */
const MAX_ERROR_BYTES = 50_000;

export interface LogSource extends Target {
  /** Path and query at the kubelet. */
  readonly target: string;
  /** Name of the pod. */
  readonly name: string;
}

/** Streams a log from a kubelet. The request of the client is not forwarded. Throws StatusErrors. */
export async function streamLog(
  context: RequestContext,
  { backend, address, scheme, target, name }: LogSource,
  counts: Connections['counts'],
): Promise<Response> {
  const url = `${scheme}://${authorityOf(address)}${target}`;
  const sent = backend.open({ scheme, address, target, method: 'GET', headers: [], isAlone: true });
  context.onAbort((reason) => void sent.destroy(reason));
  context.onClose(() => void sent.destroy());
  let received: IncomingMessage;
  try {
    const answered = responseOf(sent);
    sent.end();
    received = await answered;
  } catch (error) {
    context.signal.throwIfAborted();
    if (isCertificateError(error)) counts?.certificateRefused();
    throw unknownError(`Get ${JSON.stringify(url)}: ${errorMessage(error)}`, error);
  }
  const { statusCode = 0, headers } = received;
  if (statusCode >= 200 && statusCode <= 206) {
    return { status: 200, headers: { 'content-type': 'text/plain' }, body: received };
  }
  if (statusCode >= 300 && statusCode <= 399 && headers.location !== undefined) {
    received.destroy();
    throw unknownError(`Get ${JSON.stringify(headers.location)}: redirects forbidden`);
  }
  throw refusal(statusCode, await textOf(received), name);
}

/** OpenSSL's verification errors, and Node's error for another host. */
function isCertificateError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /CERT|LEAF_SIGNATURE/.test(code);
}

/** The beginning of the body. */
async function textOf(received: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of received as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= MAX_ERROR_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_ERROR_BYTES).toString();
}

/** The error of a kubelet (Kubernetes' GenericHttpResponseChecker). */
function refusal(status: number, text: string, name: string): StatusError {
  if (status === 500) return StatusError.from(new Error(text));
  if (status === 400) return badRequest(text);
  const details = { name, kind: 'pods/log' };
  const where = `( pods/log ${name})`;
  const [reason, message = text] = REFUSALS[status] ?? [];
  if (reason !== undefined) return new StatusError(reason, `${message} ${where}`, { details });
  if (status > 500) {
    const why = `an error on the server (${JSON.stringify(text)}) has prevented the request from succeeding`;
    return new StatusError('InternalError', `${why} ${where}`, { code: status, details });
  }
  const why = `the server responded with the status code ${status} but did not return more information`;
  return new StatusError('ServiceUnavailable', `${why} ${where}`, { code: status, details, withoutReason: true });
}

/** Reasons and texts of Kubernetes' NewGenericServerResponse; without a text, that of the kubelet. */
const REFUSALS: Readonly<Record<number, readonly [reason: Reason, text?: string]>> = {
  401: ['Unauthorized', 'the server has asked for the client to provide credentials'],
  403: ['Forbidden'],
  404: ['NotFound', 'the server could not find the requested resource'],
  405: ['MethodNotAllowed', 'the server does not allow this method on the requested resource'],
  406: ['NotAcceptable'],
  409: ['Conflict', 'the server reported a conflict'],
  415: ['UnsupportedMediaType'],
  422: ['Invalid', 'the server rejected our request due to an error in our request'],
  429: ['TooManyRequests', 'the server has received too many requests and has asked us to try again later'],
  503: ['ServiceUnavailable', 'the server is currently unable to handle the request'],
  504: [
    'Timeout',
    'the server was unable to return a response in the time allotted, but may still be processing the request',
  ],
};
