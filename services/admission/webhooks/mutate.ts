import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { applyJsonPatch } from '@pilothouse/apimachinery/patch/json-patch.js';
import { PatchError } from '@pilothouse/apimachinery/patch/patch-error.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { AdmissionAttributes } from '../attributes.js';
import type { ReviewedWrite } from '../expressions/write-values.js';
import { isSameKind, reviewedWrites } from '../reviewed-write.js';
import { annotationKey, settle, type DispatchOptions, type Turn } from './dispatch.js';
import { CallError, internalError, type Outcome } from './outcome.js';
import type { Candidate } from './plan.js';
import type { Reinvocations } from '../reinvocation.js';
import { objectWriter } from './review.js';
import { reviewedBy } from './select.js';

/**
 * Calls webhooks one after the other, each with the changes of those before. Returns the changed object; undefined if
 * nothing changes. Rejects with the error of the first webhook that refuses.
 */
export async function mutateByWebhooks(
  candidates: readonly Candidate[],
  attributes: AdmissionAttributes,
  reinvocations: Reinvocations,
  options: DispatchOptions,
): Promise<JsonObject | undefined> {
  if (candidates.length === 0) return undefined;
  const { domain, kinds, call, clock } = options;
  const round = attributes.round?.isSecond === true ? 1 : 0;
  const calls = reinvocations.begin(attributes);
  const write = objectWriter();
  let current = attributes;
  let writes = reviewedWrites(current, kinds);
  for (const candidate of candidates) {
    const { webhook, index } = candidate;
    const reviewed = await reviewedBy(candidate, current, writes, options);
    if (reviewed === undefined || !calls.isDue(webhook)) continue;
    const turn: Turn = { webhook, round, index };
    const begin = clock();
    const answer = await call({ webhook, reviewed, attributes: current, write });
    const { outcome, object } = await patched(answer, turn, current, reviewed, options);
    const isMutated = object !== undefined && !deepEqual(current.object ?? null, object);
    const about = { configuration: webhook.configuration, webhook: webhook.name };
    current.annotate(annotationKey('mutation.webhook.admission', turn, domain), () =>
      JSON.stringify({ ...about, mutated: isMutated }),
    );
    const error = settle(outcome, turn, attributes, begin, options);
    if (error !== undefined) throw error;
    const { id, spec } = webhook;
    calls.called({ id, isReinvocable: spec.reinvocationPolicy === 'IfNeeded' }, isMutated);
    if (!isMutated) continue;
    current = { ...current, object };
    writes = reviewedWrites(current, kinds);
  }
  calls.end(current.object);
  return current.object === attributes.object ? undefined : current.object;
}

interface Patched {
  readonly outcome: Outcome;
  /** The object with the patch, in the kind of the request. */
  readonly object?: JsonObject;
}

/** Applies the patch of an answer. */
async function patched(
  outcome: Outcome,
  turn: Turn,
  attributes: AdmissionAttributes,
  reviewed: ReviewedWrite,
  { domain, kinds }: DispatchOptions,
): Promise<Patched> {
  if (outcome.type !== 'admitted' || outcome.patch === undefined) return { outcome };
  const { name, configuration } = turn.webhook;
  const { patch } = outcome;
  const unusable = (why: string, cause?: unknown): Patched => ({
    outcome: { type: 'unusable', error: internalError(why, cause) },
  });
  if (reviewed.object === undefined) {
    const what = 'attempted to modify the object, which is not supported for this operation';
    return unusable(`admission webhook ${JSON.stringify(name)} ${what}`);
  }
  try {
    const changed = applyJsonPatch(reviewed.object, [...patch]);
    if (!isObject(changed)) return unusable(`admission webhook ${JSON.stringify(name)} replaced the object`);
    const object = await inRequestKind(changed, reviewed, attributes, kinds);
    const key = annotationKey('patch.webhook.admission', turn, domain);
    const note = { configuration, webhook: name, patch, patchType: 'JSONPatch' };
    attributes.annotate(key, () => JSON.stringify(note), 'Request');
    return { outcome, object };
  } catch (error) {
    attributes.signal.throwIfAborted();
    if (!(error instanceof PatchError) || error.kind !== 'malformed') return unusable(errorMessage(error), error);
    const reason = `received undecodable patch in webhook response: ${error.message}`;
    return { outcome: { type: 'failed', error: new CallError(name, reason, 503, { cause: error }) } };
  }
}

/** The changed object in the kind of the request and in normal form. Throws for an object that the kind cannot have. */
async function inRequestKind(
  object: JsonObject,
  { kind, requestKind, resource }: ReviewedWrite,
  { normalise, signal }: AdmissionAttributes,
  { convert }: DispatchOptions['kinds'],
): Promise<JsonObject> {
  if (isSameKind(kind, requestKind)) return normalise(object);
  return normalise(await convert(object, { from: resource, to: requestKind, signal }));
}
