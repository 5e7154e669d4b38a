import type { Namespace, Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { AdmissionAttributes } from '../../attributes.js';
import type { Awaitable } from '../../awaitable.js';
import type { PodSecurityContext } from './context.js';
import { annotateIn, judge } from './judge.js';
import { levelVersionText, PRIVILEGED } from './level.js';
import { isFullyPrivileged } from './policy.js';
import { isSignificantUpdate } from './significant-update.js';
import { templateIn, type TemplateResource } from './templates.js';

/** Finds the namespace of a write: undefined if there is none. Throws if it cannot be read. */
export type NamespaceOf = (attributes: AdmissionAttributes) => Awaitable<Namespace | undefined>;

/** Refuses pods that violate the policy of their namespace. */
export function validatePod(
  context: PodSecurityContext,
  namespaceOf: NamespaceOf,
  attributes: AdmissionAttributes,
): Awaitable<void> {
  if (isExempt(context, attributes)) return;
  const found = namespaceOf(attributes);
  return found instanceof Promise
    ? found.then((namespace) => checkPod(context, namespace, attributes))
    : checkPod(context, found, attributes);
}

function checkPod(
  context: PodSecurityContext,
  namespace: Namespace | undefined,
  attributes: AdmissionAttributes,
): void {
  const { counts } = context;
  if (namespace === undefined) {
    const error = StatusError.from(new Error(missingText(attributes)));
    counts.failed(true, attributes);
    annotateIn(context, attributes)('error', error.message);
    throw error;
  }
  const labelled = context.policyOf(namespace);
  if (labelled.errors.length === 0 && isFullyPrivileged(labelled.policy)) {
    counts.evaluated('allow', PRIVILEGED, 'enforce', attributes);
    annotateIn(context, attributes)('enforce-policy', levelVersionText(PRIVILEGED));
    return;
  }
  const pod = attributes.object as Pod;
  const old = attributes.old as Pod | undefined;
  if (old !== undefined && !isSignificantUpdate(pod.spec, old.spec)) return;
  judge(pod, { context, attributes, labelled, isEnforced: true });
}

/** Warns about templates of pods that would violate the policy of their namespace, and audits them. Refuses nothing. */
export async function validateTemplate(
  context: PodSecurityContext,
  namespaceOf: NamespaceOf,
  attributes: AdmissionAttributes,
  resource: TemplateResource,
): Promise<void> {
  if (attributes.object === undefined || isExempt(context, attributes)) return;
  let namespace: Namespace | undefined;
  let failure = missingText(attributes);
  try {
    namespace = await namespaceOf(attributes);
  } catch (error) {
    failure += `: ${errorMessage(error)}`;
  }
  if (namespace === undefined) {
    context.counts.failed(true, attributes);
    annotateIn(context, attributes)('error', failure);
    return;
  }
  const labelled = context.policyOf(namespace);
  const { warn, audit } = labelled.policy;
  if (labelled.errors.length === 0 && warn.level === PRIVILEGED.level && audit.level === PRIVILEGED.level) return;
  const template = templateIn(attributes.object, resource);
  if (template !== undefined) judge(template, { context, attributes, labelled, isEnforced: false });
}

function isExempt(context: PodSecurityContext, attributes: AdmissionAttributes): boolean {
  const isNamespace = context.isExemptNamespace(attributes.namespace);
  if (!isNamespace && !context.isExemptUser(attributes.user.name)) return false;
  context.counts.exempted(attributes);
  annotateIn(context, attributes)('exempt', isNamespace ? 'namespace' : 'user');
  return true;
}

function missingText({ namespace }: AdmissionAttributes): string {
  return `failed to lookup namespace ${JSON.stringify(namespace)}`;
}
