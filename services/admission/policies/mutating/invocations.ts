import type {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { AdmittedResource } from '../../matching/resource.js';
import type { Candidate } from '../plan.js';
import { boundWrite, placeOf, type PolicyPlace, type Selection } from '../select.js';
import type { Failure } from './report.js';
import { run } from '../../waiting.js';

/** A policy with those of its bindings that can match a write. */
export type MutatingCandidate = Candidate<MutatingAdmissionPolicy, MutatingAdmissionPolicyBinding>;

/** A policy that is evaluated by a binding, with one parameter. */
export interface PolicyInvocation {
  /** Unique in a write. */
  readonly id: string;
  readonly policy: MutatingAdmissionPolicy;
  readonly binding: MutatingAdmissionPolicyBinding;
  readonly matched: AdmittedResource;
  readonly parameter: JsonObject | undefined;
}

/** Reports a failure, unless the failure policy ignores it. */
export type Fail = (policy: MutatingAdmissionPolicy, failure: Omit<Failure, 'policy'>) => void;

/** The invocations of all policies that match a write, before the first one changes it. */
export async function invocationsOf(
  candidates: readonly MutatingCandidate[],
  selection: Selection,
  fail: Fail,
): Promise<readonly PolicyInvocation[]> {
  const invocations: PolicyInvocation[] = [];
  for (const candidate of candidates) {
    const { policy, bindings } = candidate;
    const misconfigured = (error: unknown, binding: string | undefined): void => {
      selection.attributes.signal.throwIfAborted();
      const what = binding === undefined ? 'policy' : 'binding';
      fail(policy, { binding, message: `failed to configure ${what}: ${errorMessage(error)}`, reason: 'Forbidden' });
    };
    let place: PolicyPlace | undefined;
    try {
      place = await run(placeOf(candidate, selection));
    } catch (error) {
      misconfigured(error, undefined);
    }
    if (place === undefined) continue;
    for (const bound of bindings) {
      try {
        invocations.push(...(await invocationsBy(bound, policy, place, selection)));
      } catch (error) {
        misconfigured(error, bound.binding.metadata.name);
      }
    }
  }
  return invocations;
}

async function invocationsBy(
  bound: MutatingCandidate['bindings'][number],
  policy: MutatingAdmissionPolicy,
  place: PolicyPlace,
  selection: Selection,
): Promise<readonly PolicyInvocation[]> {
  const found = await run(boundWrite(bound, place, selection));
  const { binding } = bound;
  const { matched } = place;
  return (found?.parameters ?? []).map((parameter) => {
    const { namespace = '', name = '' } = parameter === undefined ? {} : metadataOf(parameter);
    const id = [policy.metadata.name, binding.metadata.name, namespace, name].join('/');
    return { id, policy, binding, matched, parameter };
  });
}
