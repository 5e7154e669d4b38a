import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { AdmissionAttributes } from '../attributes.js';
import type { ServedKinds } from '../kinds.js';
import type { CallWebhook } from './call.js';
import { internalError, type Outcome } from './outcome.js';
import type { SelectOptions } from './select.js';
import type { Webhook } from './webhook.js';

export interface DispatchOptions extends SelectOptions {
  readonly domain: Domain;
  readonly kinds: ServedKinds;
  readonly call: CallWebhook;
  /** Reports a failure that the failure policy ignores. */
  readonly onIgnored: (error: unknown, webhook: string) => void;
}

/** What is called at a time: the round and the index of the webhook are part of keys of audit annotations. */
export interface Turn {
  readonly webhook: Webhook;
  readonly round: 0 | 1;
  readonly index: number;
}

/** Group of the audit annotations of a phase, without the domain. */
const ANNOTATIONS = { admit: 'mutation.webhook.admission', validating: 'validating.webhook.admission' } as const;

/** The key of an audit annotation for a turn. */
export function annotationKey(group: string, { round, index }: Turn, domain: Domain): string {
  return `${domain.group(group)}/round_${round}_index_${index}`;
}

/** Counts a call, and applies the failure policy. Returns the error that refuses the write. */
export function settle(
  outcome: Outcome,
  turn: Turn,
  attributes: AdmissionAttributes,
  begin: number,
  { domain, phase, observer, clock, onIgnored }: DispatchOptions,
): StatusError | undefined {
  const { webhook } = turn;
  const { name, ignoresFailures: isIgnored } = webhook;
  const { operation, annotate } = attributes;
  observer.called({ webhook: name, phase, operation, seconds: (clock() - begin) / 1000, outcome, isIgnored });
  switch (outcome.type) {
    case 'admitted':
      return undefined;
    case 'refused':
    case 'unusable':
      return outcome.error;
    case 'failed':
      if (!isIgnored) return internalError(outcome.error.message, outcome.error);
      onIgnored(outcome.error, name);
      annotate(annotationKey(`failed-open.${ANNOTATIONS[phase]}`, turn, domain), name);
      return undefined;
  }
}
