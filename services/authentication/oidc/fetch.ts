import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { readAtMost } from '../read-at-most.js';
import { withoutSecrets } from './safe-url.js';

export interface FetchOptions {
  /** The authorities that are trusted; those of the system when absent. */
  readonly caPem?: string | undefined;
  readonly signal: AbortSignal;
}

/** The JSON object at an https URL. Rejects as `fetchBytes` does, and for anything else than an object. */
export async function fetchJson(url: URL, options: FetchOptions): Promise<JsonObject> {
  const { value } = parseJson(await fetchBytes(url, { accept: 'application/json' }, options));
  if (!isObject(value)) throw new Error(`${withoutSecrets(url)} answers with no JSON object`);
  return value;
}

/** The token (JWT) at an https URL that wants to know by a bearer token who asks, or does not. Rejects as `fetchBytes` does. */
export async function fetchToken(url: URL, bearer: string | undefined, options: FetchOptions): Promise<string> {
  const authorization = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  const bytes = await fetchBytes(url, { accept: 'application/jwt', ...authorization }, options);
  return bytes.toString('utf8').trim();
}

/** What is at an https URL. Rejects for any other answer than 200 and for more than a MiB, and does not follow redirections. */
async function fetchBytes(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { caPem, signal }: FetchOptions,
): Promise<Buffer> {
  if (url.protocol !== 'https:') throw new Error(`${withoutSecrets(url)} is no https URL`);
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
