import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import { webhookEndpoint, type EndpointOptions, type WebhookEndpoint } from '@pilothouse/webhook-client/endpoint.js';
import type { Webhook, WebhookSpec } from './webhook.js';

type ClientConfig = WebhookSpec['clientConfig'];

/** The endpoints of webhooks. Webhooks with the same clientConfig share one. */
export interface Endpoints {
  /** Throws for an invalid config. */
  readonly of: (config: ClientConfig) => WebhookEndpoint;
  /** Retires the endpoints that no webhook uses any more. Costs nothing for the list of the call before. */
  readonly keepOnly: (webhooks: readonly Webhook[]) => void;
}

export function createEndpoints(options: EndpointOptions, signal: AbortSignal): Endpoints {
  const known = new Map<string, WebhookEndpoint>();
  const keyOf = keyed((config: ClientConfig) => JSON.stringify(config));
  let last: readonly Webhook[] | undefined;
  signal.addEventListener('abort', () => known.forEach((endpoint) => endpoint.close()), { once: true });
  return {
    of(config) {
      const key = keyOf(config);
      let endpoint = known.get(key);
      if (endpoint === undefined) known.set(key, (endpoint = webhookEndpoint(config, options)));
      return endpoint;
    },
    keepOnly(webhooks) {
      if (webhooks === last) return;
      last = webhooks;
      const used = new Set(webhooks.map(({ spec: { clientConfig } }) => keyOf(clientConfig)));
      for (const [key, endpoint] of known) {
        if (used.has(key)) continue;
        known.delete(key);
        endpoint.retire();
      }
    },
  };
}
