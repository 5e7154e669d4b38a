import type { Awaitable } from '../awaitable.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { AdmissionAttributes } from '../attributes.js';
import type { ReviewedWrite } from '../expressions/write-values.js';
import { forbidden } from '../forbidden.js';
import { selectsNamespace, selectsObject } from '../matching/selectors.js';
import { targetOf } from '../matching/target.js';
import type { ReviewedWrites } from '../reviewed-write.js';
import type { CheckConditions } from './conditions.js';
import type { WebhookObserver, WebhookPhase } from './observe.js';
import { internalError } from './outcome.js';
import type { Candidate } from './plan.js';

export interface SelectOptions {
  readonly phase: WebhookPhase;
  /** Rejects with 404 for a namespace that does not exist. */
  readonly namespaceNamed: (name: string, signal: AbortSignal) => Promise<JsonObject>;
  /** Loaded for the first webhook with match conditions. */
  readonly conditions: () => Promise<CheckConditions>;
  readonly observer: WebhookObserver;
  /** Monotonic clock in milliseconds. */
  readonly clock: () => number;
}

/**
 * The write as the webhook sees it; undefined if its selectors or match conditions exclude the write. Rejects with a
 * StatusError if that cannot be decided.
 */
export async function reviewedBy(
  { webhook, matched }: Candidate,
  attributes: AdmissionAttributes,
  writes: ReviewedWrites,
  options: SelectOptions,
): Promise<ReviewedWrite | undefined> {
  const { namespaceSelector, objectSelector, spec } = webhook;
  const { signal } = attributes;
  if (!selectsObject(objectSelector, attributes)) return undefined;
  const namespaceNamed = (name: string): Promise<JsonObject> => options.namespaceNamed(name, signal);
  if (!(await selectsNamespace(namespaceSelector, targetOf(attributes), attributes, namespaceNamed))) return undefined;
  const reviewed = await converted(writes(matched), signal);
  if ((spec.matchConditions ?? []).length === 0) return reviewed;
  return (await meetsConditions({ webhook, matched, index: 0 }, attributes, reviewed, options)) ? reviewed : undefined;
}

async function converted(write: Awaitable<ReviewedWrite>, signal: AbortSignal): Promise<ReviewedWrite> {
  try {
    return await write;
  } catch (error) {
    signal.throwIfAborted();
    throw internalError(errorMessage(error), error);
  }
}

/** Throws 403 if a condition fails and the failure policy is Fail. */
async function meetsConditions(
  { webhook }: Candidate,
  attributes: AdmissionAttributes,
  reviewed: ReviewedWrite,
  { phase, conditions, observer, clock }: SelectOptions,
): Promise<boolean> {
  const check = await conditions();
  const begin = clock();
  const result = await check(webhook, reviewed);
  observer.conditions({
    webhook: webhook.name,
    phase,
    operation: attributes.operation,
    seconds: (clock() - begin) / 1000,
    isExcluded: result.type === 'skipped',
    problems: result.type === 'matches' ? 0 : result.problems.length,
  });
  if (result.type === 'failed') throw forbidden(attributes, result.message);
  return result.type === 'matches';
}
