import { httpsTransport, type HttpsTransportOptions } from '@pilothouse/client/https-transport.js';
import type { Transport } from '@pilothouse/client/transport.js';

/** A service that is sent one kind of request, at one path. */
export interface WebhookService {
  readonly transport: Transport;
  /** Path and query. */
  readonly target: string;
}

/** The path of a kubeconfig's server is the service's own: nothing is put behind it. */
export function webhookService(options: HttpsTransportOptions): WebhookService {
  const { origin, pathname, search } = new URL(options.url);
  return { transport: httpsTransport({ ...options, url: origin }), target: pathname + search };
}
