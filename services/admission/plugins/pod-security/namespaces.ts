import type { Namespace, Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { fieldErrorText } from '@pilothouse/apimachinery/status/field-error.js';
import { invalidObject } from '@pilothouse/apimachinery/status/status-error.js';
import type { AdmissionAttributes } from '../../attributes.js';
import type { Awaitable } from '../../awaitable.js';
import type { PodSecurityContext } from './context.js';
import { existingPodWarnings } from './existing-pods.js';
import { isSame, isStricter, levelVersionText, PRIVILEGED } from './level.js';
import { isEquivalentPolicy, isFullyPrivileged, MODES, type Policy } from './policy.js';

/** Milliseconds for the check of existing pods. */
const LONGEST_CHECK = 1_000;

export interface NamespaceOptions {
  readonly context: PodSecurityContext;
  readonly podsIn: (namespace: string, signal: AbortSignal) => Awaitable<readonly Pod[]>;
  /** Milliseconds. */
  readonly clock: () => number;
}

/**
 * Refuses namespaces with invalid labels; old invalid labels can stay. A stricter policy warns about existing pods that
 * violate it.
 */
export async function validateNamespace(options: NamespaceOptions, attributes: AdmissionAttributes): Promise<void> {
  const { context } = options;
  const namespace = attributes.object as Namespace;
  const old = attributes.old as Namespace | undefined;
  const { name = '' } = namespace.metadata;
  const { policy, errors } = context.policyOf(namespace);
  const former = old && context.policyOf(old);
  if (errors.length > 0 && !deepEqual(errors.map(fieldErrorText), (former?.errors ?? []).map(fieldErrorText))) {
    throw invalidObject({ group: '', kind: 'Namespace' }, name, errors);
  }
  if (former !== undefined && !isTightened(policy, former.policy)) return;
  if (context.isExemptNamespace(name)) {
    if (isIgnored(context, policy)) attributes.warn(ignoredText(context, namespace, policy));
    return;
  }
  if (former === undefined) return;
  for (const warning of await existingWarnings(options, name, { policy, attributes })) attributes.warn(warning);
}

/** Whether pods that were admitted may violate the new policy. */
function isTightened({ enforce }: Policy, { enforce: former }: Policy): boolean {
  if (isSame(enforce, former) || enforce.level === PRIVILEGED.level) return false;
  return enforce.version.text !== former.version.text || isStricter(enforce.level, former.level);
}

async function existingWarnings(
  { context, podsIn, clock }: NamespaceOptions,
  namespace: string,
  { policy, attributes: { signal } }: { readonly policy: Policy; readonly attributes: AdmissionAttributes },
): Promise<readonly string[]> {
  const end = clock() + LONGEST_CHECK;
  let pods: readonly Pod[];
  try {
    pods = await podsIn(namespace, AbortSignal.any([signal, AbortSignal.timeout(LONGEST_CHECK)]));
  } catch {
    signal.throwIfAborted();
    return ['failed to list pods while checking new PodSecurity enforce level'];
  }
  return existingPodWarnings({
    namespace,
    pods: pods.filter(({ spec }) => !context.isExemptClass(spec)),
    enforce: policy.enforce,
    evaluate: context.evaluate,
    isTimeOver: () => signal.aborted || clock() >= end,
  });
}

/** Whether an exempt namespace demands something, by its own labels. */
function isIgnored({ defaults }: PodSecurityContext, policy: Policy): boolean {
  return !isFullyPrivileged(policy) && !isEquivalentPolicy(policy, defaults);
}

function ignoredText({ keys }: PodSecurityContext, { metadata }: Namespace, policy: Policy): string {
  const { name = '', labels = {} } = metadata;
  const set = MODES.filter(
    (mode) =>
      policy[mode].level !== PRIVILEGED.level &&
      (labels[keys[mode].level] !== undefined || labels[keys[mode].version] !== undefined),
  );
  const texts = set.map((mode) => `${mode}=${levelVersionText(policy[mode])}`);
  return `namespace ${JSON.stringify(name)} is exempt from Pod Security, and the policy (${texts.join(', ')}) will be ignored`;
}
