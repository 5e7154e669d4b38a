import type { AdmissionRule } from '@pilothouse/runtime/admission-api/service.js';
import type { AdmissionRequest } from '../attributes.js';
import { matchesRule } from './rule.js';

/** The attributes that rules match. */
export type AdmissionTarget = Pick<AdmissionRequest, 'operation' | 'resource' | 'subresource' | 'namespace'>;

const ALL = '*';

/** A rule that matches every write, including subresources. */
export const EVERY_WRITE: AdmissionRule = { operations: [ALL], groups: [ALL], versions: [ALL], resources: ['*/*'] };

/** Whether one of the rules matches (Kubernetes' RuleWithOperations). */
export function matchesOne(rules: readonly AdmissionRule[], given: AdmissionTarget): boolean {
  const { resource, operation, subresource, namespace } = given;
  // Literals: spreads would cost more than the match.
  const target = {
    group: resource.group,
    version: resource.version,
    resource: resource.resource,
    operation,
    subresource,
    namespace,
    name: '',
  };
  return rules.some(({ operations, groups, versions, resources, scope }) =>
    matchesRule({ operations, apiGroups: groups, apiVersions: versions, resources, ...(scope && { scope }) }, target),
  );
}
