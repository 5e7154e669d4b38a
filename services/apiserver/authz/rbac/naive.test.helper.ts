import type {
  ClusterRole,
  ClusterRoleBinding,
  PolicyRule,
  Role,
  RoleBinding,
  RoleRef,
  Subject,
} from '@pilothouse/apimachinery/generated/rbac/v1.js';
import type { AuthorizableRequest } from '@pilothouse/kinds/definition/authorizer.js';
import type { User } from '@pilothouse/token-authenticators/user.js';

/** All objects, as lists. */
export interface World {
  readonly clusterroles: readonly ClusterRole[];
  readonly roles: readonly Role[];
  readonly clusterrolebindings: readonly ClusterRoleBinding[];
  readonly rolebindings: readonly RoleBinding[];
}

/** Whether the request is allowed, by an evaluation of all objects: the reference for the index. */
export function naiveAllows(world: World, user: User, request: AuthorizableRequest): boolean {
  const everywhere = world.clusterrolebindings
    .filter(({ subjects = [] }) => subjects.some((subject) => isSubject(subject, user, '')))
    .flatMap(({ roleRef }) => rulesOf(world, roleRef, ''));
  const namespace = request.type === 'resource' ? request.namespace : '';
  const here = world.rolebindings
    .filter(({ metadata }) => namespace !== '' && metadata.namespace === namespace)
    .filter(({ subjects = [] }) => subjects.some((subject) => isSubject(subject, user, namespace)))
    .flatMap(({ roleRef }) => rulesOf(world, roleRef, namespace));
  return allowedBy([...everywhere, ...here], request);
}

/** Whether one of the rules allows the request. */
export function allowedBy(rules: readonly PolicyRule[], request: AuthorizableRequest): boolean {
  return rules.some((rule) => allows(rule, request));
}

function isSubject({ kind, name, namespace }: Subject, user: User, own: string): boolean {
  if (kind === 'Group') return user.groups.includes(name);
  return user.name === (kind === 'User' ? name : `system:serviceaccount:${namespace ?? own}:${name}`);
}

function rulesOf({ roles, clusterroles }: World, { kind, name }: RoleRef, namespace: string): readonly PolicyRule[] {
  const found =
    kind === 'Role'
      ? roles.find(({ metadata }) => metadata.name === name && metadata.namespace === namespace)
      : clusterroles.find(({ metadata }) => metadata.name === name);
  return found?.rules ?? [];
}

/** Evaluates a PolicyRule. */
function allows(rule: PolicyRule, request: AuthorizableRequest): boolean {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  const verb = verbs.includes('*') || verbs.includes(request.verb);
  if (request.type === 'nonResource') {
    return (
      verb &&
      nonResourceURLs.some((url) =>
        url.endsWith('*') ? request.path.startsWith(url.slice(0, -1)) : url === request.path,
      )
    );
  }
  const { group, resource, subresource, name } = request;
  const whole = subresource === '' ? resource : `${resource}/${subresource}`;
  const isNamed = resources.some(
    (each) => each === '*' || each === whole || (subresource !== '' && each === `*/${subresource}`),
  );
  return (
    verb &&
    isNamed &&
    (apiGroups.includes('*') || apiGroups.includes(group)) &&
    (resourceNames.length === 0 || resourceNames.includes(name))
  );
}
