import type { RuleWithOperations } from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { fieldPath, invalid, keyPath, notSupported, required } from '@pilothouse/apimachinery/status/field-error.js';
import type { Findings } from '../definition/findings.js';

const ALL = '*';
const OPERATIONS = [ALL, 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const SCOPES = [ALL, 'Cluster', 'Namespaced'];

/** Validates a rule of a webhook or of a policy. */
export function checkResourceRule(
  { operations = [], apiGroups = [], apiVersions = [], resources = [], scope }: RuleWithOperations,
  path: string,
  findings: Findings,
): void {
  checkAloneAll(operations, fieldPath(path, 'operations'), 'operations', findings);
  for (const [index, operation] of operations.entries()) {
    if (OPERATIONS.includes(operation)) continue;
    findings.add(notSupported(keyPath(fieldPath(path, 'operations'), index), operation, OPERATIONS));
  }
  checkAloneAll(apiGroups, fieldPath(path, 'apiGroups'), 'API groups', findings);
  checkAloneAll(apiVersions, fieldPath(path, 'apiVersions'), 'API versions', findings);
  for (const [index, version] of apiVersions.entries()) {
    if (version === '') findings.add(required(keyPath(fieldPath(path, 'apiVersions'), index)));
  }
  checkResources(resources, fieldPath(path, 'resources'), findings);
  if (scope !== undefined && !SCOPES.includes(scope)) {
    findings.add(notSupported(fieldPath(path, 'scope'), scope, SCOPES));
  }
}

/** Refuses an empty list, and a list with `*` and other items. */
function checkAloneAll(list: readonly string[], path: string, what: string, findings: Findings): void {
  if (list.length === 0) findings.add(required(path));
  if (list.length > 1 && list.includes(ALL)) {
    findings.add(invalid(path, [...list], `if '*' is present, must not specify other ${what}`));
  }
}

function checkResources(resources: readonly string[], path: string, findings: Findings): void {
  if (resources.length === 0) findings.add(required(path));
  // `x` of `x/*`.
  const whole = new Set<string>();
  // `x` of `*/x`.
  const everywhere = new Set<string>();
  // Only the last resource without a subresource counts (Kubernetes' rule).
  let hasResource = false;
  for (const [index, name] of resources.entries()) {
    const at = keyPath(path, index);
    if (name === '') {
      findings.add(required(at));
      continue;
    }
    const slash = name.indexOf('/');
    if (slash === -1) {
      hasResource = name !== ALL;
      continue;
    }
    const [resource, part] = [name.slice(0, slash), name.slice(slash + 1)];
    if (whole.has(resource)) {
      findings.add(invalid(at, name, `if '${resource}/*' is present, must not specify ${name}`));
    }
    if (everywhere.has(part)) {
      findings.add(invalid(at, name, `if '*/${part}' is present, must not specify ${name}`));
    }
    if (part === ALL) whole.add(resource);
    if (resource === ALL) everywhere.add(part);
  }
  if (resources.length > 1 && resources.includes('*/*')) {
    findings.add(invalid(path, [...resources], "if '*/*' is present, must not specify other resources"));
  }
  if (resources.includes(ALL) && hasResource) {
    const detail = "if '*' is present, must not specify other resources without subresources";
    findings.add(invalid(path, [...resources], detail));
  }
}
