import type { Timing } from '@pilothouse/client/timing.js';
import type { WebhookService } from '@pilothouse/token-authenticators/webhook-service.js';
import type { Delivery } from './backend.js';

export interface WebhookDeliveryOptions {
  /** The service as it is to be reached now. */
  readonly service: () => WebhookService;
  /** Of the EventLists that are sent. */
  readonly apiVersion: string;
  /** Milliseconds after a first failure. */
  readonly initialBackoff: number;
  readonly timing: Timing;
  /** Milliseconds that an attempt may take; 30,000 when absent, as in Kubernetes. */
  readonly timeout?: number;
}

/** As Kubernetes tries again: each wait is half as long again as the one before, and up to a fifth longer by chance. */
const ATTEMPTS = 5;
const GROWTH = 1.5;
const JITTER = 0.2;
const TIMEOUT = 30_000;
/** Milliseconds that an attempt may take once there is hurry. */
const LAST_TIMEOUT = 5_000;

/** Sends each batch as an EventList. Whatever fails is tried again, five times in all: no failure is reason enough to lose events. */
export function webhookDelivery(options: WebhookDeliveryOptions): Delivery {
  const { service, timing, initialBackoff, timeout = TIMEOUT } = options;
  const head = `{"kind":"EventList","apiVersion":${JSON.stringify(options.apiVersion)},"metadata":{},"items":[`;
  const hurry = new AbortController();

  async function attempt(body: Uint8Array): Promise<void> {
    const late = new AbortController();
    const give = (milliseconds: number): NodeJS.Timeout =>
      setTimeout(() => late.abort(new Error(`the audit webhook does not answer`)), milliseconds);
    let timer = give(hurry.signal.aborted ? Math.min(timeout, LAST_TIMEOUT) : timeout);
    const shorten = (): void => {
      clearTimeout(timer);
      timer = give(Math.min(timeout, LAST_TIMEOUT));
    };
    hurry.signal.addEventListener('abort', shorten, { once: true });
    try {
      await post(service(), body, late.signal);
    } finally {
      clearTimeout(timer);
      hurry.signal.removeEventListener('abort', shorten);
    }
  }

  return {
    async deliver(events) {
      const body = Buffer.from(`${head}${events.join(',')}]}`);
      let wait = initialBackoff;
      for (let attempts = 1; ; attempts++) {
        try {
          return await attempt(body);
        } catch (error) {
          if (attempts === ATTEMPTS || hurry.signal.aborted) throw error;
        }
        await timing.sleep(wait * (1 + JITTER * timing.random()), hurry.signal).catch(() => undefined);
        wait *= GROWTH;
      }
    },
    hurry: () => hurry.abort(),
    close: () => service().transport.close(),
  };
}

/** What the service says beside its status does not matter, so that no more of it is read than lies ready. */
async function post({ transport, target }: WebhookService, body: Uint8Array, signal: AbortSignal): Promise<void> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const response = await transport.request({ method: 'POST', target, headers, body, signal });
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.byteLength;
    if (length > ENOUGH) break;
  }
  if (response.status < 200 || response.status > 299) {
    throw new Error(`the audit webhook answers with ${response.status}`);
  }
}

/** An answer that ends before so many bytes leaves its connection free for the next one. */
const ENOUGH = 64 * 1024;
