import type { Operation } from '@pilothouse/runtime/admission-api/service.js';

export interface GroupVersionResource {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The plural name. */
  readonly resource: string;
}

/** The attributes of a write that rules match. */
export interface RuleTarget extends GroupVersionResource {
  readonly operation: Operation;
  /** Empty for the resource itself. */
  readonly subresource: string;
  /** Empty for cluster-scoped objects, namespaces included. */
  readonly namespace: string;
  /** Empty if the name is still to be generated. */
  readonly name: string;
}

/** `RuleWithOperations` of a webhook, or `NamedRuleWithOperations` of a policy. An absent list matches nothing. */
export interface Rule {
  readonly operations?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  // `pods`, `pods/status`, `pods/*`, `*`, `*/scale` or `*/*`.
  readonly resources?: readonly string[];
  /** `Cluster`, `Namespaced` or `*`; `*` when absent. */
  readonly scope?: string;
  /** Names of objects; all when empty. */
  readonly resourceNames?: readonly string[];
}

const ALL = '*';

export function matchesRule(rule: Rule, target: RuleTarget): boolean {
  const { resourceNames = [] } = rule;
  return (
    matchesScope(rule.scope, target) &&
    includes(rule.operations, target.operation) &&
    includes(rule.apiGroups, target.group) &&
    includes(rule.apiVersions, target.version) &&
    (rule.resources ?? []).some((pattern) => matchesResource(pattern, target)) &&
    (resourceNames.length === 0 || resourceNames.includes(target.name))
  );
}

function includes(list: readonly string[] = [], name: string): boolean {
  return list.includes(name) || list.includes(ALL);
}

function matchesScope(scope: string | undefined, { namespace }: RuleTarget): boolean {
  switch (scope) {
    case undefined:
    case ALL:
      return true;
    case 'Namespaced':
      return namespace !== '';
    case 'Cluster':
      return namespace === '';
    default:
      return false;
  }
}

/** `pods` matches only pods; `pods/*` also matches their subresources. */
function matchesResource(pattern: string, { resource, subresource }: RuleTarget): boolean {
  const slash = pattern.indexOf('/');
  const wanted = slash === -1 ? pattern : pattern.slice(0, slash);
  const part = slash === -1 ? '' : pattern.slice(slash + 1);
  return (wanted === ALL || wanted === resource) && (part === ALL || part === subresource);
}
