import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { readAtMost } from '../read-at-most.js';

export interface FetchOptions {
  /** The authorities that are trusted; those of the system when absent. */
  readonly caPem?: string | undefined;
  readonly signal: AbortSignal;
}

/** The JSON object at an https URL. Rejects for any other answer than 200, and does not follow redirections. */
export async function fetchJson(url: URL, { caPem, signal }: FetchOptions): Promise<JsonObject> {
  if (url.protocol !== 'https:') throw new Error(`${url.href} is no https URL`);
  const transport = httpsTransport({ url: url.origin, ...(caPem !== undefined && { caPem }) });
  try {
    const target = url.pathname + url.search;
    const headers = { accept: 'application/json' };
    const { status, body } = await transport.request({ method: 'GET', target, headers, signal });
    const bytes = await readAtMost(body);
    if (status !== 200) throw new Error(`${url.href} answers with ${status}`);
    const { value } = parseJson(bytes);
    if (!isObject(value)) throw new Error(`${url.href} answers with no JSON object`);
    return value;
  } finally {
    await transport.close();
  }
}
