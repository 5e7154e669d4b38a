import type { AdmissionRule } from '@pilothouse/runtime/admission-api/service.js';
import type { AdmissionRequest } from './admission.js';

/** The attributes that rules match. */
export type AdmissionTarget = Pick<AdmissionRequest, 'operation' | 'definition' | 'version' | 'subresource'>;

const ALL = '*';

/** A rule that matches every write, including subresources. */
export const EVERY_WRITE: AdmissionRule = { operations: [ALL], groups: [ALL], versions: [ALL], resources: ['*/*'] };

/** Whether one of the rules matches (Kubernetes' RuleWithOperations). */
export function matchesOne(rules: readonly AdmissionRule[], target: AdmissionTarget): boolean {
  return rules.some((rule) => matches(rule, target));
}

function matches(rule: AdmissionRule, { operation, definition, version, subresource }: AdmissionTarget): boolean {
  return (
    has(rule.operations, operation) &&
    has(rule.groups, definition.group) &&
    has(rule.versions, version) &&
    (rule.scope === undefined || rule.scope === definition.scope) &&
    rule.resources.some((pattern) => matchesResource(pattern, definition.resource, subresource))
  );
}

function has(list: readonly string[], name: string): boolean {
  return list.includes(name) || list.includes(ALL);
}

/** `pods` matches only pods, `pods/*` matches pods and all their subresources. */
function matchesResource(pattern: string, resource: string, subresource: string): boolean {
  const slash = pattern.indexOf('/');
  const wanted = slash === -1 ? pattern : pattern.slice(0, slash);
  const part = slash === -1 ? '' : pattern.slice(slash + 1);
  return (wanted === ALL || wanted === resource) && (part === ALL || part === subresource);
}
