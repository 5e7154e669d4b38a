import type {
  MatchResources,
  NamedRuleWithOperations,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { pathSegmentName } from '@pilothouse/apimachinery/names/path-segment.js';
import { validateLabelSelector } from '@pilothouse/apimachinery/selectors/label-selector-object.js';
import { duplicate, fieldPath, invalid, keyPath, notSupported } from '@pilothouse/apimachinery/status/field-error.js';
import type { Findings } from '../definition/findings.js';
import { checkResourceRule } from './resource-rules.js';

const MATCH_POLICIES = ['Equivalent', 'Exact'];

/** Validates the requests of a policy or binding. */
export function checkMatchResources(
  {
    matchPolicy = '',
    namespaceSelector,
    objectSelector,
    resourceRules = [],
    excludeResourceRules = [],
  }: MatchResources,
  path: string,
  findings: Findings,
): void {
  if (!MATCH_POLICIES.includes(matchPolicy)) {
    findings.add(notSupported(fieldPath(path, 'matchPolicy'), matchPolicy, MATCH_POLICIES));
  }
  for (const error of [
    ...validateLabelSelector(namespaceSelector, fieldPath(path, 'namespaceSelector')),
    ...validateLabelSelector(objectSelector, fieldPath(path, 'objectSelector')),
  ]) {
    findings.add(error);
  }
  checkRules(resourceRules, fieldPath(path, 'resourceRules'), findings);
  checkRules(excludeResourceRules, fieldPath(path, 'excludeResourceRules'), findings);
}

function checkRules(rules: readonly NamedRuleWithOperations[], path: string, findings: Findings): void {
  for (const [index, rule] of rules.entries()) {
    if (findings.isFull()) return;
    const at = keyPath(path, index);
    checkNames(rule.resourceNames ?? [], fieldPath(at, 'resourceNames'), findings);
    checkResourceRule(rule, at, findings);
  }
}

function checkNames(names: readonly string[], path: string, findings: Findings): void {
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    const at = keyPath(path, index);
    for (const problem of pathSegmentName(name)) findings.add(invalid(at, name, problem));
    if (seen.has(name)) findings.add(duplicate(at, name));
    seen.add(name);
  }
}
