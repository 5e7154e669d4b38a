import { parseUrl } from '@pilothouse/apimachinery/names/url.js';
import type { CustomResourceDefinition } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { invalid, keyPath, required } from '@pilothouse/apimachinery/status/field-error.js';
import type { Findings } from '../../definition/findings.js';

/** Required in protected groups: names the proposal that approves the definition. */
export const APPROVAL_ANNOTATION = 'api-approved.kubernetes.io';

export interface Approval {
  readonly state: 'invalid' | 'approved' | 'bypassed' | 'missing';
  /** Kubernetes' text. */
  readonly reason: string;
}

/** Whether a group is protected: `k8s.io`, `kubernetes.io`, or a subdomain of these. */
export function isProtectedGroup(group: string): boolean {
  return ['k8s.io', 'kubernetes.io'].some((domain) => group === domain || group.endsWith(`.${domain}`));
}

/** Parses the approval annotation of a definition. */
export function approvalOf({ metadata }: Pick<CustomResourceDefinition, 'metadata'>): Approval {
  const text = metadata.annotations?.[APPROVAL_ANNOTATION] ?? '';
  const protectedGroups = `protected groups must have approval annotation ${JSON.stringify(APPROVAL_ANNOTATION)}`;
  const see = 'see https://github.com/kubernetes/enhancements/pull/1111';
  if (text === '') return { state: 'missing', reason: `${protectedGroups}, ${see}` };
  if (text.startsWith('unapproved')) return { state: 'bypassed', reason: `not approved: ${JSON.stringify(text)}` };
  const url = parseUrl(text);
  if (typeof url !== 'string' && url.host !== '' && url.scheme !== '') {
    return { state: 'approved', reason: `approved in ${text}` };
  }
  return {
    state: 'invalid',
    reason: `${protectedGroups} with either a URL or a reason starting with "unapproved", ${see}`,
  };
}

/**
 * Validates the approval of a definition in a protected group. An update that leaves the annotation unchanged is not
 * checked.
 */
export function checkApproval(
  definition: CustomResourceDefinition,
  old: CustomResourceDefinition | undefined,
  findings: Findings,
): void {
  if (!isProtectedGroup(definition.spec.group)) return;
  const { state, reason } = approvalOf(definition);
  if (old !== undefined && approvalOf(old).state === state) return;
  const path = keyPath('metadata.annotations', APPROVAL_ANNOTATION);
  if (state === 'missing') findings.add(required(path, reason));
  if (state !== 'invalid') return;
  findings.add(invalid(path, definition.metadata.annotations?.[APPROVAL_ANNOTATION] ?? '', reason));
}
