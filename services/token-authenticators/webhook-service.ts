import { httpsTransport, type HttpsTransportOptions } from '@pilothouse/client/https-transport.js';
import type { Transport } from '@pilothouse/client/transport.js';

/** A webhook with a single path. */
export interface WebhookService {
  readonly transport: Transport;
  /** Path and query. */
  readonly target: string;
}

/** Keeps the path and query of the server URL unchanged. */
export function webhookService(options: HttpsTransportOptions): WebhookService {
  const { origin, pathname, search } = new URL(options.url);
  return { transport: httpsTransport({ ...options, url: origin }), target: pathname + search };
}
