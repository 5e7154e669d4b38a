import type { Operation } from '@pilothouse/runtime/admission-api/service.js';
import type { Outcome } from './outcome.js';

/** Kubernetes' names of the two phases in metrics of webhooks. */
export type WebhookPhase = 'admit' | 'validating';

/** A call of a webhook, for metrics. */
export interface WebhookCall {
  readonly webhook: string;
  readonly phase: WebhookPhase;
  readonly operation: Operation;
  readonly seconds: number;
  readonly outcome: Outcome;
  /** Whether the failure policy admits the write in spite of a failure. */
  readonly isIgnored: boolean;
}

/** Match conditions of a webhook, for metrics. */
export interface WebhookConditions {
  readonly webhook: string;
  readonly phase: WebhookPhase;
  readonly operation: Operation;
  readonly seconds: number;
  readonly isExcluded: boolean;
  /** The number of conditions without a value. */
  readonly problems: number;
}

export interface WebhookObserver {
  readonly called: (call: WebhookCall) => void;
  readonly conditions: (conditions: WebhookConditions) => void;
}

/** Counts nothing. */
export const UNOBSERVED: WebhookObserver = { called: () => undefined, conditions: () => undefined };
