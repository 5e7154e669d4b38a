import { ownValue, type JsonObject } from '@pilothouse/apimachinery/json/value.js';

/** Go's texts for connection errors, by the error codes of Node and the operating system. */
const TEXTS: ReadonlyMap<string, (error: SystemError) => string> = new Map<string, (error: SystemError) => string>([
  ['ECONNREFUSED', (error) => `dial tcp ${addressOf(error)}: connect: connection refused`],
  ['EHOSTUNREACH', (error) => `dial tcp ${addressOf(error)}: connect: no route to host`],
  ['ENETUNREACH', (error) => `dial tcp ${addressOf(error)}: connect: network is unreachable`],
  ['ETIMEDOUT', (error) => `dial tcp ${addressOf(error)}: i/o timeout`],
  ['ENOTFOUND', ({ hostname = '' }) => `dial tcp: lookup ${hostname}: no such host`],
  ['EAI_AGAIN', ({ hostname = '' }) => `dial tcp: lookup ${hostname}: server misbehaving`],
  ['ECONNRESET', () => 'EOF'],
  ['EPIPE', () => 'EOF'],
  ['ERR_STREAM_PREMATURE_CLOSE', () => 'EOF'],
  ...[
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ].map((code) => [code, () => certificateText('certificate signed by unknown authority')] as const),
  ['CERT_HAS_EXPIRED', () => certificateText('certificate has expired or is not yet valid')],
  ['CERT_NOT_YET_VALID', () => certificateText('certificate has expired or is not yet valid')],
]);

interface SystemError extends Error {
  readonly code: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
}

const certificateText = (problem: string): string => `tls: failed to verify certificate: x509: ${problem}`;

function addressOf({ address = '', port = 0 }: SystemError): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

/** The reason why a request failed, with Go's text for known errors, which users and tools recognise. */
export function connectionErrorText(error: unknown): string {
  // If a name has several addresses, the first failure is reported, as in Go.
  const first: unknown = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  if (!(first instanceof Error)) return String(first);
  return isSystemError(first) ? (TEXTS.get(first.code)?.(first) ?? first.message) : first.message;
}

function isSystemError(error: Error): error is SystemError {
  return 'code' in error && typeof error.code === 'string';
}

/** client-go's texts for status codes; undefined means the text of the response. */
const STATUS_TEXTS: ReadonlyMap<number, string | undefined> = new Map([
  [400, 'the server rejected our request for an unknown reason'],
  [401, 'the server has asked for the client to provide credentials'],
  [403, undefined],
  [404, 'the server could not find the requested resource'],
  [405, 'the server does not allow this method on the requested resource'],
  [406, undefined],
  [409, 'the server reported a conflict'],
  [415, undefined],
  [422, 'the server rejected our request due to an error in our request'],
  [429, 'the server has received too many requests and has asked us to try again later'],
  [503, 'the server is currently unable to handle the request'],
  [504, 'the server was unable to return a response in the time allotted, but may still be processing the request'],
]);

/** The text of a plain text response; `unknown` for other types. */
export function plainText(contentType: string | undefined, body: Buffer): string {
  const isText = contentType === undefined || contentType === '' || contentType.trim().startsWith('text/');
  return isText ? body.subarray(0, 2048).toString().trim() : 'unknown';
}

/** client-go's text for an error response. A redirection is one, since it is not followed. */
export function statusErrorText(code: number, serverText: string): string {
  if (STATUS_TEXTS.has(code)) return STATUS_TEXTS.get(code) ?? serverText;
  if (code < 500) return `the server responded with the status code ${code} but did not return more information`;
  return `an error on the server (${JSON.stringify(serverText)}) has prevented the request from succeeding`;
}

/** The failure of a Status; undefined for anything else. */
export function failureIn(answer: JsonObject): { readonly message: string; readonly code?: number } | undefined {
  const { kind, apiVersion, status } = answer;
  if (kind !== 'Status' || apiVersion !== 'v1' || status === 'Success') return undefined;
  const [message, code] = [ownValue(answer, 'message'), ownValue(answer, 'code')];
  return { message: typeof message === 'string' ? message : '', ...(typeof code === 'number' && { code }) };
}
