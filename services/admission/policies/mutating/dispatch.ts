import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import type { MutatingAdmissionPolicy } from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { createLibrary } from '@pilothouse/cel/library/library.js';
import type { AskAccess } from '@pilothouse/cel/library/access.js';
import { jsonValue } from '@pilothouse/cel/values/json.js';
import type { Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import { runInSlices } from '@pilothouse/runtime/event-loop/steps.js';
import { createYielder, type Yielder } from '@pilothouse/runtime/event-loop/yielder.js';
import type { AdmissionAttributes } from '../../attributes.js';
import { createAccess } from '../../expressions/access.js';
import { Engine } from '../../expressions/engine.js';
import { evaluateMatchConditions } from '../../expressions/match-conditions.js';
import { namespaceValue, WriteValues, type ReviewedWrite } from '../../expressions/write-values.js';
import type { ObjectForm, ServedKinds } from '../../kinds.js';
import type { ObjectReader } from '../../objects.js';
import { createReinvocations, type RoundCalls } from '../../reinvocation.js';
import { isSameKind, reviewedWrites } from '../../reviewed-write.js';
import type { FindNamespace } from '../match.js';
import { kindText } from '../type-checking/types-to-check.js';
import { compilePolicy, type CompiledPolicy } from './compile.js';
import { invocationsOf, type Fail, type MutatingCandidate, type PolicyInvocation } from './invocations.js';
import type { MutationCounts } from './metrics.js';
import { mutate, type MutateInput } from './mutate.js';
import { MutationError } from './mutation-error.js';
import { refused, type Failure } from './report.js';
import { run } from '../../waiting.js';

export interface DispatcherOptions {
  readonly kinds: ServedKinds;
  readonly objects: ObjectReader;
  readonly authorizer: Authorizer;
  readonly counts: MutationCounts;
  /** Rejects with 404 for a namespace that does not exist. */
  readonly namespaceNamed: (name: string, signal: AbortSignal) => Promise<JsonObject>;
}

/** Changes a write by policies. Undefined if nothing changes. Rejects with a StatusError if a policy fails. */
export type DispatchPolicies = (
  candidates: readonly MutatingCandidate[],
  attributes: AdmissionAttributes,
) => Promise<JsonObject | undefined>;

/** Creates a dispatcher that compiles each policy once. */
export function createDispatcher(options: DispatcherOptions): DispatchPolicies {
  const { authorizer, kinds, objects } = options;
  const library = createLibrary();
  const maybeYield = createYielder(() => performance.now());
  const compiled = keyed((policy: MutatingAdmissionPolicy) => runInSlices(compilePolicy(policy, library), maybeYield));
  const reinvocations = createReinvocations();
  return async (candidates, attributes) => {
    const { signal, user } = attributes;
    const failures: Failure[] = [];
    const fail: Fail = ({ metadata, spec }, failure) => {
      if (spec.failurePolicy !== 'Ignore') failures.push({ policy: metadata.name ?? '', ...failure });
    };
    const findNamespace: FindNamespace = (name) => options.namespaceNamed(name, signal);
    const writes = reviewedWrites(attributes, kinds);
    const selection = { attributes, writes, namespaceNamed: findNamespace, kinds, objects };
    const invocations = await invocationsOf(candidates, selection, fail);
    let current = attributes;
    if (invocations.length > 0) {
      const calls = reinvocations.begin(attributes);
      const ask = createAccess(authorizer, user);
      const parts: Parts = {
        ...options,
        compiled,
        calls,
        fail,
        ask,
        maybeYield,
        engine: new Engine(maybeYield),
        findNamespace,
      };
      for (const invocation of invocations) {
        const span = attributes.trace?.start('MutatingAdmissionPolicy', {
          attributes: { policy: invocation.policy.metadata.name ?? '' },
        });
        const object = await invoked(invocation, current, parts);
        span?.end();
        if (object !== undefined) current = { ...current, object };
        signal.throwIfAborted();
      }
      calls.end(current.object);
    }
    const [first, ...others] = failures;
    if (first !== undefined) throw refused(attributes, [first, ...others]);
    return current.object === attributes.object ? undefined : current.object;
  };
}

interface Parts extends DispatcherOptions {
  readonly compiled: (policy: MutatingAdmissionPolicy) => Promise<CompiledPolicy>;
  readonly calls: RoundCalls;
  readonly fail: Fail;
  readonly ask: AskAccess;
  readonly engine: Engine;
  readonly maybeYield: Yielder;
  readonly findNamespace: FindNamespace;
}

/** The object after all mutations of a policy, in the kind of the request; undefined if it does not change. */
async function invoked(
  invocation: PolicyInvocation,
  attributes: AdmissionAttributes,
  parts: Parts,
): Promise<JsonObject | undefined> {
  const { policy, matched, id } = invocation;
  const { calls, compiled: compiledFor } = parts;
  const compiled = await compiledFor(policy);
  const reviewed = await reviewedWrites(attributes, parts.kinds)(matched);
  if (!(await meetsConditions(invocation, compiled, reviewed, parts)) || !calls.isDue(invocation)) return undefined;
  const object = await mutated(invocation, compiled, reviewed, attributes, parts);
  const isMutated = object !== undefined && !deepEqual(reviewed.object ?? null, object);
  calls.called({ id, isReinvocable: compiled.isReinvocable }, isMutated);
  // As in Kubernetes, a policy that was applied makes all due, itself included.
  if (object !== undefined) calls.requireAgain();
  return isMutated ? inRequestKind(object, reviewed, attributes, parts) : undefined;
}

function inputOf(
  { parameter }: PolicyInvocation,
  { variables }: CompiledPolicy,
  write: ReviewedWrite,
  { ask, engine }: Parts,
) {
  return {
    values: new WriteValues(write, ask),
    params: parameter === undefined ? undefined : jsonValue(parameter),
    variables,
    engine,
  };
}

async function meetsConditions(
  invocation: PolicyInvocation,
  compiled: CompiledPolicy,
  reviewed: ReviewedWrite,
  parts: Parts,
): Promise<boolean> {
  const { conditions, failurePolicy } = compiled;
  if (conditions.length === 0) return true;
  const input = inputOf(invocation, compiled, reviewed, parts);
  const met = await run(evaluateMatchConditions(conditions, input, failurePolicy));
  if (met.type === 'failed') {
    const binding = invocation.binding.metadata.name;
    parts.fail(invocation.policy, { binding, message: met.message, reason: 'Invalid' });
  }
  return met.type === 'matches';
}

/** The object after all mutations of a policy, in the kind that it matches; undefined if none was applied. */
async function mutated(
  invocation: PolicyInvocation,
  compiled: CompiledPolicy,
  reviewed: ReviewedWrite,
  { namespace }: AdmissionAttributes,
  parts: Parts,
): Promise<JsonObject | undefined> {
  const { fail, maybeYield, findNamespace } = parts;
  let { object } = reviewed;
  if (object === undefined) return undefined;
  const form = formOf(reviewed, parts.kinds);
  const needsNamespace = compiled.readsNamespace && namespace !== '';
  const namespaceObject = needsNamespace ? await findNamespace(namespace) : undefined;
  let isApplied = false;
  for (const mutation of compiled.mutations) {
    const input: MutateInput = {
      ...inputOf(invocation, compiled, { ...reviewed, object }, parts),
      namespace: namespaceValue(namespaceObject),
    };
    const begin = performance.now();
    const observe = (problem: string | undefined): void =>
      parts.counts.checked({
        policy: invocation.policy.metadata.name ?? '',
        binding: invocation.binding.metadata.name ?? '',
        seconds: (performance.now() - begin) / 1000,
        problem,
      });
    try {
      object = await run(mutate(mutation, object, form, input));
      isApplied = true;
      observe(undefined);
    } catch (error) {
      if (!(error instanceof MutationError || error instanceof StatusError)) throw error;
      observe(error.message);
      if (error instanceof StatusError) throw error;
      fail(invocation.policy, { binding: invocation.binding.metadata.name, message: error.message, reason: 'Invalid' });
    }
    await maybeYield();
  }
  return isApplied ? object : undefined;
}

function formOf({ resource, subresource, kind }: ReviewedWrite, kinds: ServedKinds): ObjectForm {
  const form = kinds.formOf(resource, subresource);
  if (form !== undefined) return form;
  const delay = 'There can be a delay between when CustomResourceDefinitions are created and when they are available.';
  throw new StatusError('ServiceUnavailable', `Resource kind ${kindText(kind)} not found. ${delay}`);
}

async function inRequestKind(
  object: JsonObject,
  { kind, requestKind, resource }: ReviewedWrite,
  { normalise, signal }: AdmissionAttributes,
  { kinds }: Parts,
): Promise<JsonObject> {
  if (isSameKind(kind, requestKind)) return object;
  return normalise(await kinds.convert(object, { from: resource, to: requestKind, signal }));
}
