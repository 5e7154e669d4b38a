import { missingRole } from '@pilothouse/kinds/rbac/texts.js';
import type { PolicyRule, RoleRef, Subject } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import type { AuthorizableRequest } from '@pilothouse/kinds/definition/authorizer.js';
import { allowsPath, allowsResource, resourceTexts } from '@pilothouse/kinds/rbac/rule.js';

export interface PolicyKey {
  /** Empty for the whole cluster. */
  readonly namespace: string;
  readonly name: string;
}

/** A role that a binding grants to a subject. */
export interface Grant {
  /** The binding. */
  readonly bindingKey: PolicyKey;
  readonly roleRef: RoleRef;
  /** The role's key. */
  readonly role: string;
  readonly subject: Subject;
}

interface GrantedRule {
  readonly grant: Grant;
  readonly rule: PolicyRule;
}

/** The grants of a subject in one scope, indexed for decisions. */
export interface CompiledGrants {
  readonly rules: readonly PolicyRule[];
  /** By each resource that they name. */
  readonly byResource: ReadonlyMap<string, readonly GrantedRule[]>;
  /** Those for non-resource paths. */
  readonly forPaths: readonly GrantedRule[];
  /** Errors for missing roles, with Kubernetes' text. */
  readonly problems: readonly string[];
}

/** `rulesOf` returns the rules of a role by its key; `group` is that of the roles. */
export function compileGrants(
  grants: readonly Grant[],
  rulesOf: (role: string) => readonly PolicyRule[] | undefined,
  group: string,
): CompiledGrants {
  const rules: PolicyRule[] = [];
  const byResource = new Map<string, GrantedRule[]>();
  const forPaths: GrantedRule[] = [];
  const problems: string[] = [];
  for (const grant of grants) {
    const found = rulesOf(grant.role);
    if (found === undefined) problems.push(missingRole(grant.roleRef, group));
    for (const rule of found ?? []) {
      rules.push(rule);
      if ((rule.nonResourceURLs ?? []).length > 0) forPaths.push({ grant, rule });
      for (const resource of new Set(rule.resources)) {
        const others = byResource.get(resource);
        if (others === undefined) byResource.set(resource, [{ grant, rule }]);
        else others.push({ grant, rule });
      }
    }
  }
  return { rules, byResource, forPaths, problems };
}

/** The grant that allows the request; undefined if none does. */
export function allowingGrant(
  { byResource, forPaths }: CompiledGrants,
  request: AuthorizableRequest,
): Grant | undefined {
  if (request.type === 'nonResource') {
    return forPaths.find(({ rule }) => allowsPath(rule, request.verb, request.path))?.grant;
  }
  for (const text of resourceTexts(request.resource, request.subresource)) {
    const found = byResource.get(text)?.find(({ rule }) => allowsResource(rule, request));
    if (found !== undefined) return found.grant;
  }
  return undefined;
}

/** Such as `ClusterRoleBinding "a" of ClusterRole "b" to Group "c"`. */
export function describeGrant({ bindingKey: { namespace, name }, roleRef, subject }: Grant): string {
  const kind = namespace === '' ? 'ClusterRoleBinding' : 'RoleBinding';
  const whose = subject.kind === 'ServiceAccount' ? `${subject.name}/${subject.namespace ?? namespace}` : subject.name;
  const binding = JSON.stringify(namespace === '' ? name : `${name}/${namespace}`);
  const role = `${roleRef.kind} ${JSON.stringify(roleRef.name)}`;
  return `${kind} ${binding} of ${role} to ${subject.kind} ${JSON.stringify(whose)}`;
}
