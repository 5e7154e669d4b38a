import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { HttpsTransportOptions } from '@pilothouse/client/https-transport.js';
import { certificateOf, readKubeconfigFile } from '@pilothouse/client/kubeconfig.js';
import { backoff, type Timing } from '@pilothouse/client/timing.js';
import { exchange, WebhookCallError } from '@pilothouse/webhook-client/exchange.js';
import { watchFiles } from '@pilothouse/runtime/files/watched.js';
import { createConnections } from '@pilothouse/webhook-client/connections.js';
import { reviewHeaders } from '@pilothouse/webhook-client/endpoint.js';

/** Posts a review and returns the answer. Rejects with a WebhookCallError after the last attempt. */
export type PostReview = (review: JsonObject, signal: AbortSignal) => Promise<JsonObject>;

export interface BackendOptions {
  readonly kubeConfigFile: string;
  /** Milliseconds before the second attempt. */
  readonly retryBackoff: number;
  readonly timing: Pick<Timing, 'sleep' | 'random'>;
  /** Ends the watch of the file, and closes the connections. */
  readonly signal: AbortSignal;
  /** Receives a change of the file that cannot be used. The previous content stays in use. */
  readonly onError: (error: unknown, path: string) => void;
}

/** As in Kubernetes: five attempts, each of half a minute. */
const ATTEMPTS = 5;
const TIMEOUT = 30_000;
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_BACKOFF_FACTOR = 5;
/** Codes of the answers that are worth a repetition. */
const TRANSIENT: readonly (number | undefined)[] = [429, 500, 504];

/** Connects to the webhook of a kubeconfig, which is read again when it changes. Rejects if the file cannot be used. */
export async function connectBackend(options: BackendOptions): Promise<PostReview> {
  const { kubeConfigFile: path, retryBackoff, timing, signal, onError } = options;
  const service = await watchFiles({
    // The content includes the files that it names.
    read: async () => JSON.stringify(await readKubeconfigFile(path)),
    parse(text) {
      const connection = JSON.parse(text) as HttpsTransportOptions;
      const url = new URL(connection.url);
      // As client-go does: it informs the webhook.
      url.searchParams.set('timeout', `${TIMEOUT / 1000}s`);
      return {
        connections: createConnections({ ...connection, url: url.origin, http2: true }),
        outgoing: {
          url: url.href,
          authority: url.host,
          target: url.pathname + url.search,
          headers: reviewHeaders(connection),
        },
      };
    },
    certificate: certificateOf,
    onError: (error) => onError(error, path),
    signal,
  });
  let latest = service.current();
  service.onChange((next) => {
    latest.connections.close();
    latest = next;
  }, signal);
  signal.addEventListener('abort', () => latest.connections.close(), { once: true });
  const wait = { first: retryBackoff, longest: retryBackoff * MAX_BACKOFF_FACTOR };

  async function post(body: Uint8Array, caller: AbortSignal): Promise<JsonObject> {
    const { connections, outgoing } = latest;
    const call = { timeout: TIMEOUT, maxResponseBytes: MAX_ANSWER_BYTES, signal: caller };
    return (await exchange(connections, { ...outgoing, body }, call)).read();
  }

  return async (review, caller) => {
    const body = Buffer.from(JSON.stringify(review));
    for (let failures = 1; ; failures++) {
      try {
        return await post(body, caller);
      } catch (error) {
        const isTransient = error instanceof WebhookCallError && TRANSIENT.includes(error.code);
        if (failures === ATTEMPTS || !isTransient) throw error;
        await timing.sleep(backoff(failures, wait, timing.random), caller);
      }
    }
  };
}
