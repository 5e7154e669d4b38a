import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { readAtMost } from '../read-at-most.js';

export interface FetchOptions {
  /** Trusted authorities (PEM); those of the system when absent. */
  readonly caPem?: string | undefined;
  readonly signal: AbortSignal;
}

/** Fetches a JSON object. Rejects as `fetchBytes` does, and for other JSON. */
export async function fetchJson(url: URL, options: FetchOptions): Promise<JsonObject> {
  const { value } = parseJson(await fetchBytes(url, { accept: 'application/json' }, options));
  if (!isObject(value)) throw new Error(`${withoutSecrets(url)} answers without a JSON object`);
  return value;
}

/** Fetches a token (JWT), with an optional bearer token. Rejects as `fetchBytes` does. */
export async function fetchToken(url: URL, bearer: string | undefined, options: FetchOptions): Promise<string> {
  const authorization = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  const bytes = await fetchBytes(url, { accept: 'application/jwt', ...authorization }, options);
  return bytes.toString('utf8').trim();
}

/** Fetches an https URL. Rejects for any status but 200 and for more than 1 MiB, and follows no redirects. */
async function fetchBytes(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { caPem, signal }: FetchOptions,
): Promise<Buffer> {
  if (url.protocol !== 'https:') throw new Error(`${withoutSecrets(url)} is not an https URL`);
  const transport = httpsTransport({ url: url.origin, ...(caPem !== undefined && { caPem }) });
  try {
    const target = url.pathname + url.search;
    const { status, body } = await transport.request({ method: 'GET', target, headers, signal });
    const bytes = await readAtMost(body);
    if (status !== 200) throw new Error(`${withoutSecrets(url)} answers with ${status}`);
    return bytes;
  } finally {
    await transport.close();
  }
}

/** A URL for messages. Its query and user information may be secret. */
export const withoutSecrets = ({ origin, pathname }: URL): string => origin + pathname;
