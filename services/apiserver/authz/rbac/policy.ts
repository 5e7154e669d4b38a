import type {
  ClusterRole,
  ClusterRoleBinding,
  PolicyRule,
  Role,
  RoleBinding,
  RoleRef,
  Subject,
} from '@pilothouse/apimachinery/generated/rbac/v1.js';
import type { User } from '@pilothouse/token-authenticators/user.js';
import { compileGrants, type CompiledGrants, type Grant, type PolicyKey } from './grants.js';

/** The RBAC objects, by resource name. */
export interface PolicyObjects {
  readonly clusterroles: ClusterRole;
  readonly roles: Role;
  readonly clusterrolebindings: ClusterRoleBinding;
  readonly rolebindings: RoleBinding;
}

export type PolicyResource = keyof PolicyObjects;

/**
 * All roles and bindings, as an index: a decision looks only at the grants of the user and of the user's groups.
 * Decisions are synchronous, so none sees a partial change.
 */
export interface Policy {
  /** Updates an object; undefined if it is deleted. */
  set<Resource extends PolicyResource>(
    resource: Resource,
    key: PolicyKey,
    object: PolicyObjects[Resource] | undefined,
  ): void;
  /** The grants of the user: in the whole cluster and, unless it is empty, in the namespace. */
  grantsOf(user: User, namespace: string): readonly CompiledGrants[];
}

/** The grants of a subject in one scope. */
interface Holding {
  /** By the key of the binding. */
  readonly grants: Map<string, Grant>;
  /** Compiled on first use, and invalidated by changes of its bindings and roles. */
  compiled?: CompiledGrants | undefined;
}

/** `group` is that of the roles, for texts. */
export function createPolicy(group: string): Policy {
  const roles = new Map<string, readonly PolicyRule[]>();
  const bindings = new Map<string, readonly string[]>();
  /** By subject, then by namespace: the empty one is cluster-wide. */
  const holdings = new Map<string, Map<string, Holding>>();
  /** The holdings that refer to a role, existing or not. */
  const holders = new Map<string, Set<Holding>>();

  function setRole(key: string, rules: readonly PolicyRule[] | undefined): void {
    if (rules === undefined) roles.delete(key);
    else roles.set(key, rules);
    for (const holding of holders.get(key) ?? []) holding.compiled = undefined;
  }

  function setBinding(bindingKey: PolicyKey, binding: RoleBinding | ClusterRoleBinding | undefined): void {
    const { namespace } = bindingKey;
    const key = keyOf(bindingKey);
    for (const subject of bindings.get(key) ?? []) removeGrant(subject, namespace, key);
    bindings.delete(key);
    if (binding === undefined) return;
    const { subjects = [], roleRef } = binding;
    const role = roleKey(roleRef, namespace);
    const given = new Set<string>();
    for (const subject of subjects) {
      const text = subjectKey(subject, namespace);
      if (given.has(text)) continue;
      given.add(text);
      addGrant(text, namespace, key, { bindingKey, roleRef, role, subject });
    }
    bindings.set(key, [...given]);
  }

  function addGrant(subject: string, namespace: string, key: string, grant: Grant): void {
    const scopes = entryOf(holdings, subject, () => new Map<string, Holding>());
    const holding = entryOf(scopes, namespace, (): Holding => ({ grants: new Map() }));
    holding.grants.set(key, grant);
    holding.compiled = undefined;
    entryOf(holders, grant.role, () => new Set()).add(holding);
  }

  function removeGrant(subject: string, namespace: string, key: string): void {
    const scopes = holdings.get(subject);
    const holding = scopes?.get(namespace);
    const grant = holding?.grants.get(key);
    if (scopes === undefined || holding === undefined || grant === undefined) return;
    holding.grants.delete(key);
    holding.compiled = undefined;
    if (![...holding.grants.values()].some(({ role }) => role === grant.role)) {
      const others = holders.get(grant.role);
      others?.delete(holding);
      if (others?.size === 0) holders.delete(grant.role);
    }
    if (holding.grants.size === 0) scopes.delete(namespace);
    if (scopes.size === 0) holdings.delete(subject);
  }

  function compiledOf(holding: Holding): CompiledGrants {
    return (holding.compiled ??= compileGrants([...holding.grants.values()], (key) => roles.get(key), group));
  }

  return {
    set(resource, key, object) {
      // TypeScript cannot narrow the object's type by the resource.
      if (resource === 'clusterroles' || resource === 'roles') {
        setRole(keyOf(key), (object as Role | ClusterRole | undefined)?.rules);
      } else setBinding(key, object as RoleBinding | ClusterRoleBinding | undefined);
    },
    grantsOf({ name, groups }, namespace) {
      const found: CompiledGrants[] = [];
      const look = (subject: string): void => {
        const scopes = holdings.get(subject);
        if (scopes === undefined) return;
        const everywhere = scopes.get('');
        if (everywhere !== undefined) found.push(compiledOf(everywhere));
        const here = namespace === '' ? undefined : scopes.get(namespace);
        if (here !== undefined) found.push(compiledOf(here));
      };
      look(`User/${name}`);
      for (const group of groups) look(`Group/${group}`);
      return found;
    },
  };
}

function keyOf({ namespace, name }: PolicyKey): string {
  return `${namespace}/${name}`;
}

/** ClusterRoles are in the empty namespace, which no Role can have. */
function roleKey({ kind, name }: Pick<RoleRef, 'kind' | 'name'>, namespace: string): string {
  return keyOf({ namespace: kind === 'Role' ? namespace : '', name });
}

/** A service account is identified by its user name. The default namespace is that of the binding. */
function subjectKey({ kind, name, namespace }: Subject, bindingNamespace: string): string {
  if (kind !== 'ServiceAccount') return `${kind}/${name}`;
  return `User/system:serviceaccount:${namespace ?? bindingNamespace}:${name}`;
}

function entryOf<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const found = map.get(key) ?? create();
  map.set(key, found);
  return found;
}
