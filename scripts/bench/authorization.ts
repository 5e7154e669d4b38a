import type { RoleBinding } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import type { Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import { rbacAuthorizer } from '@pilothouse/apiserver/authz/rbac/authorizer.js';
import { createPolicy } from '@pilothouse/apiserver/authz/rbac/policy.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { inProcess, type Measurement } from './row.js';
import { medianOf } from './statistics.js';

const RUNS = 7;
const RUN_MS = 200;
const ROLES = 1000;
const BINDINGS = 2000;
const NAMESPACES = 100;

/** The cost of authorization for each request in this process, independent of the store. */
export const authorization = inProcess([
  {
    name: 'authorize, 1,000 roles, 2,000 bindings',
    why: 'A decision in a large cluster for a request that no role allows, so that all rules are checked.',
    target: 25,
    better: 'lower',
    run: () => microsecondsToDecide((index) => `user-${index % 500}`),
  },
  {
    name: 'authorize, all bindings of one user',
    why: 'The same if all bindings belong to the requesting user.',
    target: 25,
    better: 'lower',
    run: () => microsecondsToDecide(() => 'user-0'),
  },
]);

/** An authorizer with a thousand roles, and two thousand bindings for the users that `subject` returns. */
export function largeAuthorizer(subject: (binding: number) => string): Authorizer {
  const apiGroup = 'rbac.authorization.k8s.io';
  const policy = createPolicy(apiGroup);
  for (let index = 0; index < ROLES; index++) {
    const rule = { verbs: ['get', 'list', 'watch'], apiGroups: ['', 'apps'], resources: [`r-${index}`, 'configmaps'] };
    const rules = [rule, { ...rule, resources: ['secrets', '*/status'], resourceNames: ['a', 'b'] }];
    policy.set('clusterroles', { namespace: '', name: `role-${index}` }, { metadata: {}, rules });
  }
  for (let index = 0; index < BINDINGS; index++) {
    const binding: RoleBinding = {
      metadata: {},
      roleRef: { apiGroup, kind: 'ClusterRole', name: `role-${index % ROLES}` },
      subjects: [{ apiGroup, kind: 'User', name: subject(index) }],
    };
    policy.set('rolebindings', { namespace: `n-${index % NAMESPACES}`, name: `b-${index}` }, binding);
  }
  return rbacAuthorizer({ policy, isLoaded: () => true });
}

const PLACE = { group: '', version: 'v1', subresource: '', namespace: 'n-0', name: '' };
/** A request that no role allows, so that all rules are checked. */
export const REFUSED = { type: 'resource', verb: 'delete', resource: 'configmaps', ...PLACE } as const;

async function microsecondsToDecide(subject: (binding: number) => string): Promise<Measurement> {
  const authorizer = largeAuthorizer(subject);
  const user = authenticatedUser('user-0', ['dev', 'ops']);
  const measure = async (): Promise<number> => {
    const began = performance.now();
    let done = 0;
    for (; performance.now() - began < RUN_MS; done++) await authorizer.authorize({ user, request: REFUSED });
    return ((performance.now() - began) * 1000) / done;
  };
  return { value: await medianOf(RUNS, measure), unit: 'µs' };
}
