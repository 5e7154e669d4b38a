import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { createLibrary } from '@pilothouse/cel/library/library.js';
import { jsonValue } from '@pilothouse/cel/values/json.js';
import type { Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import { runInSlices } from '@pilothouse/runtime/event-loop/steps.js';
import { createYielder } from '@pilothouse/runtime/event-loop/yielder.js';
import type { AdmissionAttributes } from '../../attributes.js';
import type { Awaitable } from '../../awaitable.js';
import { createAccess } from '../../expressions/access.js';
import { Engine } from '../../expressions/engine.js';
import { namespaceValue, WriteValues, type ReviewedWrite } from '../../expressions/write-values.js';
import type { ServedKinds } from '../../kinds.js';
import type { ObjectReader } from '../../objects.js';
import { reviewedWrites } from '../../reviewed-write.js';
import { awaited, run, type Waiting } from '../../waiting.js';
import type { Candidate } from '../plan.js';
import { boundWrite, placeOf, type BoundWrite, type PolicyPlace, type Selection } from '../select.js';
import { compilePolicy, type CompiledPolicy } from './compile.js';
import { judge } from './judge.js';
import { Annotations, denied, type Denial } from './report.js';
import { settle, type SettleOptions } from './settle.js';

/** A policy with those of its bindings that can match a write. */
export type ValidatingCandidate = Candidate<ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding>;

export interface DispatcherOptions extends SettleOptions {
  readonly kinds: ServedKinds;
  readonly objects: ObjectReader;
  readonly authorizer: Authorizer;
  /** Rejects with 404 for a namespace that does not exist. */
  readonly namespaceNamed: (name: string, signal: AbortSignal) => Promise<JsonObject>;
}

/** Evaluates policies over a write. Rejects with a StatusError if one of them refuses it. */
export type DispatchPolicies = (
  candidates: readonly ValidatingCandidate[],
  attributes: AdmissionAttributes,
) => Awaitable<void>;

/** What the evaluation of all policies of a write shares. */
interface Write extends Selection {
  readonly valuesOf: (reviewed: ReviewedWrite) => WriteValues;
  readonly engine: Engine;
  readonly denials: Denial[];
}

const now = (): number => performance.now();

/** Creates a dispatcher that compiles each policy once. */
export function createDispatcher(options: DispatcherOptions): DispatchPolicies {
  const parts: Parts = { ...options, compiled: compiler() };
  return (candidates, attributes) => run(evaluatePolicies(candidates, attributes, parts));
}

interface Parts extends DispatcherOptions {
  /** A promise until a policy is compiled. */
  readonly compiled: (policy: ValidatingAdmissionPolicy) => Awaitable<CompiledPolicy>;
}

function compiler(): Parts['compiled'] {
  const library = createLibrary();
  const maybeYield = createYielder(now);
  const results = keyed((policy: ValidatingAdmissionPolicy) => {
    const result: { current: Awaitable<CompiledPolicy> } = {
      current: runInSlices(compilePolicy(policy, library), maybeYield).then((compiled) => (result.current = compiled)),
    };
    return result;
  });
  return (policy) => results(policy).current;
}

function* evaluatePolicies(
  candidates: readonly ValidatingCandidate[],
  attributes: AdmissionAttributes,
  parts: Parts,
): Waiting<void> {
  const { authorizer, kinds, objects } = parts;
  const { signal, user } = attributes;
  const ask = createAccess(authorizer, user);
  const values = new Map<ReviewedWrite, WriteValues>();
  const write: Write = {
    attributes,
    kinds,
    objects,
    writes: reviewedWrites(attributes, kinds),
    valuesOf(reviewed) {
      let found = values.get(reviewed);
      if (found === undefined) values.set(reviewed, (found = new WriteValues(reviewed, ask)));
      return found;
    },
    namespaceNamed: (name) => parts.namespaceNamed(name, signal),
    engine: new Engine(createYielder(now, now())),
    denials: [],
  };
  for (const candidate of candidates) {
    const span = attributes.trace?.start('ValidatingAdmissionPolicy', {
      attributes: { policy: candidate.policy.metadata.name ?? '' },
    });
    yield* evaluatePolicy(candidate, write, parts);
    span?.end();
    signal.throwIfAborted();
  }
  const [first] = write.denials;
  if (first !== undefined) throw denied(attributes, first);
}

function* evaluatePolicy(candidate: ValidatingCandidate, write: Write, parts: Parts): Waiting<void> {
  const { policy, bindings } = candidate;
  const { attributes } = write;
  let place: PolicyPlace | undefined;
  try {
    place = yield* placeOf(candidate, write);
  } catch (error) {
    misconfigured(error, policy, undefined, write);
    return;
  }
  if (place === undefined) return;
  const annotations = new Annotations();
  for (const bound of bindings) yield* evaluateBinding(bound, { policy, place, annotations }, write, parts);
  annotations.publish(policy.metadata.name ?? '', attributes);
}

/** Applies the failure policy to a policy or binding that cannot be used. The actions of bindings do not matter. */
function misconfigured(
  error: unknown,
  { metadata, spec }: ValidatingAdmissionPolicy,
  binding: string | undefined,
  { attributes, denials }: Write,
): void {
  attributes.signal.throwIfAborted();
  if (spec.failurePolicy === 'Ignore') return;
  const message = `failed to configure ${binding === undefined ? 'policy' : 'binding'}: ${errorMessage(error)}`;
  denials.push({ policy: metadata.name ?? '', binding, message, reason: undefined });
}

interface BoundPolicy {
  readonly policy: ValidatingAdmissionPolicy;
  readonly place: PolicyPlace;
  readonly annotations: Annotations;
}

function* evaluateBinding(
  bound: ValidatingCandidate['bindings'][number],
  { policy, place, annotations }: BoundPolicy,
  write: Write,
  parts: Parts,
): Waiting<void> {
  const { binding } = bound;
  const { attributes, namespaceNamed } = write;
  const { namespace } = attributes;
  let found: BoundWrite | undefined;
  try {
    found = yield* boundWrite(bound, place, write);
  } catch (error) {
    misconfigured(error, policy, binding.metadata.name, write);
    return;
  }
  if (found === undefined) return;
  const program = parts.compiled(policy);
  const compiled = program instanceof Promise ? yield* awaited(program) : program;
  const needsNamespace = compiled.readsNamespace && namespace !== '';
  const namespaceObject = needsNamespace ? yield* awaited(namespaceNamed(namespace)) : undefined;
  const values = write.valuesOf(found.reviewed);
  for (const parameter of found.parameters) {
    attributes.signal.throwIfAborted();
    const input = {
      values,
      namespace: namespaceValue(namespaceObject),
      params: parameter === undefined ? undefined : jsonValue(parameter),
      variables: compiled.variables,
      engine: write.engine,
    };
    const judgement = yield* judge(compiled, input, now);
    settle(judgement, { policy, binding, annotations }, write, parts);
  }
}
