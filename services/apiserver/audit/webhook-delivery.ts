import type { Timing } from '@pilothouse/client/timing.js';
import type { WebhookService } from '@pilothouse/token-authenticators/webhook-service.js';
import type { Delivery } from './backend.js';

export interface WebhookDeliveryOptions {
  /** The present service. */
  readonly service: () => WebhookService;
  /** The apiVersion of the EventLists. */
  readonly apiVersion: string;
  /** Milliseconds of backoff after the first failure. */
  readonly initialBackoff: number;
  readonly timing: Timing;
  /** Timeout of an attempt in milliseconds; by default 30,000, as in Kubernetes. */
  readonly timeout?: number;
}

/** Kubernetes' backoff: each is 1.5 times the previous, with up to a fifth of jitter. */
const ATTEMPTS = 5;
const GROWTH = 1.5;
const JITTER = 0.2;
const TIMEOUT = 30_000;
/** Timeout of an attempt after `stopRetrying`, in milliseconds. */
const LAST_TIMEOUT = 5_000;

/**
 * Sends each batch as an EventList. Every failure is retried, with five attempts in total, so that no event is lost
 * early.
 */
export function webhookDelivery(options: WebhookDeliveryOptions): Delivery {
  const { service, timing, initialBackoff, timeout = TIMEOUT } = options;
  const head = `{"kind":"EventList","apiVersion":${JSON.stringify(options.apiVersion)},"metadata":{},"items":[`;
  const stopRetrying = new AbortController();

  async function attempt(body: Uint8Array): Promise<void> {
    const late = new AbortController();
    const startTimer = (milliseconds: number): NodeJS.Timeout =>
      setTimeout(() => late.abort(new Error(`the audit webhook does not answer`)), milliseconds);
    let timer = startTimer(stopRetrying.signal.aborted ? Math.min(timeout, LAST_TIMEOUT) : timeout);
    const shortenTimeout = (): void => {
      clearTimeout(timer);
      timer = startTimer(Math.min(timeout, LAST_TIMEOUT));
    };
    stopRetrying.signal.addEventListener('abort', shortenTimeout, { once: true });
    try {
      await post(service(), body, late.signal);
    } finally {
      clearTimeout(timer);
      stopRetrying.signal.removeEventListener('abort', shortenTimeout);
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
          if (attempts === ATTEMPTS || stopRetrying.signal.aborted) throw error;
        }
        await timing.sleep(wait * (1 + JITTER * timing.random()), stopRetrying.signal).catch(() => undefined);
        wait *= GROWTH;
      }
    },
    stopRetrying: () => stopRetrying.abort(),
    close: () => service().transport.close(),
  };
}

/** The response body is irrelevant, so only what has already arrived is read. */
async function post({ transport, target }: WebhookService, body: Uint8Array, signal: AbortSignal): Promise<void> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const response = await transport.request({ method: 'POST', target, headers, body, signal });
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.byteLength;
    if (length > MAX_DRAINED_BYTES) break;
  }
  if (response.status < 200 || response.status > 299) {
    throw new Error(`the audit webhook answers with ${response.status}`);
  }
}

/** A response of at most this size leaves its connection reusable. */
const MAX_DRAINED_BYTES = 64 * 1024;
