import type { AdmissionRule } from '@pilothouse/runtime/admission-api/service.js';
import type { AdmissionRequest } from '../attributes.js';
import { matchesRule } from './rule.js';

/** The attributes that rules match. */
export type AdmissionTarget = Pick<AdmissionRequest, 'operation' | 'resource' | 'subresource' | 'namespace'>;

const ALL = '*';

/** A rule that matches every write, including subresources. */
export const EVERY_WRITE: AdmissionRule = { operations: [ALL], groups: [ALL], versions: [ALL], resources: ['*/*'] };

/** Whether one of the rules matches (Kubernetes' RuleWithOperations). */
export function matchesOne(rules: readonly AdmissionRule[], target: AdmissionTarget): boolean {
  return rules.some((rule) => matches(rule, target));
}

function matches(
  { groups: apiGroups, versions: apiVersions, ...rule }: AdmissionRule,
  { resource, operation, subresource, namespace }: AdmissionTarget,
): boolean {
  return matchesRule({ ...rule, apiGroups, apiVersions }, { ...resource, operation, subresource, namespace, name: '' });
}
