import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { AdmissionAttributes } from '../attributes.js';
import type { ReviewedWrite } from '../expressions/write-values.js';
import type { ServedKinds } from '../kinds.js';
import type { AdmittedResource } from '../matching/resource.js';
import type { ObjectReader } from '../objects.js';
import type { ReviewedWrites } from '../reviewed-write.js';
import { awaited, type Waiting } from '../waiting.js';
import { areSelected, type FindNamespace } from './match.js';
import { collectParameters, ConfigurationError, parameterResource, type ParameterResource } from './parameters.js';
import { matcherFor, type BindingObject, type Candidate, type PolicyObject } from './plan.js';

/** What is read to decide whether policies and bindings match a write. */
export interface Selection {
  readonly attributes: AdmissionAttributes;
  readonly writes: ReviewedWrites;
  readonly namespaceNamed: FindNamespace;
  readonly kinds: ServedKinds;
  readonly objects: ObjectReader;
}

/** How a policy sees a write. */
export interface PolicyPlace {
  readonly matched: AdmittedResource;
  readonly parameters: ParameterResource | undefined;
}

/** Undefined if the policy does not match. Rejects if that cannot be decided, or the kind of its parameters is not served. */
export function* placeOf(
  { policy, match, matched }: Candidate<PolicyObject, BindingObject>,
  { attributes, namespaceNamed, kinds }: Selection,
): Waiting<PolicyPlace | undefined> {
  const found =
    match.resources === match.ofAnyName ? matched : matcherFor(kinds.current(), attributes)(match.resources);
  if (found === undefined) return undefined;
  const selected = areSelected(match, attributes, namespaceNamed);
  if (!(selected instanceof Promise ? yield* awaited(selected) : selected)) return undefined;
  const { paramKind } = policy.spec;
  return { matched: found, parameters: paramKind && parameterResource(paramKind, kinds.current()) };
}

/** A write that a binding matches, with the parameters: the policy is evaluated with each. */
export interface BoundWrite {
  readonly reviewed: ReviewedWrite;
  readonly parameters: readonly (JsonObject | undefined)[];
}

/** Undefined if the binding does not match. Rejects if that cannot be decided, or parameters cannot be read. */
export function* boundWrite(
  { binding, match }: Candidate<PolicyObject, BindingObject>['bindings'][number],
  { matched, parameters }: PolicyPlace,
  { attributes, writes, namespaceNamed, kinds, objects }: Selection,
): Waiting<BoundWrite | undefined> {
  const isNamed = match.resources !== match.ofAnyName;
  if (isNamed && matcherFor(kinds.current(), attributes)(match.resources) === undefined) return undefined;
  const selected = areSelected(match, attributes, namespaceNamed);
  if (!(selected instanceof Promise ? yield* awaited(selected) : selected)) return undefined;
  const reviewed = yield* converted(writes, matched);
  const { signal } = attributes;
  const { paramRef } = binding.spec;
  const found = collectParameters({
    resource: parameters,
    paramRef,
    namespace: reviewed.namespace,
    objects,
    signal,
  });
  return { reviewed, parameters: found instanceof Promise ? yield* awaited(found) : found };
}

function* converted(writes: ReviewedWrites, matched: AdmittedResource): Waiting<ReviewedWrite> {
  try {
    const write = writes(matched);
    return write instanceof Promise ? yield* awaited(write) : write;
  } catch (error) {
    throw new ConfigurationError(`failed to convert object version: ${errorMessage(error)}`, { cause: error });
  }
}
