import type { PolicyRule } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import {
  eachError,
  fieldPath,
  invalid,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

/**
 * Validates the rules of a role, at `rules`: each is for resources or for non-resource URLs, and only a ClusterRole has
 * the latter (Kubernetes' ValidatePolicyRule).
 */
export function validateRules(rules: readonly PolicyRule[], scope: 'Namespaced' | 'Cluster'): FieldError[] {
  return eachError(rules, (rule, index) => {
    const path = keyPath('rules', index);
    const verbs =
      rule.verbs.length > 0 ? [] : [required(fieldPath(path, 'verbs'), 'verbs must contain at least one value')];
    const others =
      (rule.nonResourceURLs ?? []).length > 0 ? validateUrls(rule, scope, path) : validateResources(rule, path);
    return [...verbs, ...others];
  });
}

function validateResources({ apiGroups = [], resources = [] }: PolicyRule, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (apiGroups.length === 0) {
    errors.push(required(fieldPath(path, 'apiGroups'), 'resource rules must supply at least one api group'));
  }
  if (resources.length === 0) {
    errors.push(required(fieldPath(path, 'resources'), 'resource rules must supply at least one resource'));
  }
  return errors;
}

function validateUrls(rule: PolicyRule, scope: 'Namespaced' | 'Cluster', path: string): FieldError[] {
  const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  const field = fieldPath(path, 'nonResourceURLs');
  const errors: FieldError[] = [];
  if (scope === 'Namespaced') {
    errors.push(invalid(field, nonResourceURLs, 'namespaced rules cannot apply to non-resource URLs'));
  }
  const isJudged = scope === 'Cluster';
  if (apiGroups.length > 0 || resources.length > 0 || resourceNames.length > 0) {
    const text = 'rules cannot apply to both regular resources and non-resource URLs';
    errors.push(invalid(field, nonResourceURLs, text));
  }
  const wildcard = "may contain '*' only as the whole of the last path segment";
  const check = (url: string, index: number): FieldError[] =>
    hasStrayWildcard(url) ? [invalid(keyPath(field, index), url, wildcard)] : [];
  return [...errors, ...(isJudged ? eachError(nonResourceURLs, check) : [])];
}

/** Refuses paths such as `/a*b`. Kubernetes accepts `/a*`, and matches it as a prefix. */
function hasStrayWildcard(url: string): boolean {
  const at = url.indexOf('*');
  return at >= 0 && (at < url.length - 1 || (at > 0 && url[at - 1] !== '/'));
}
