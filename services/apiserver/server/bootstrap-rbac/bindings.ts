import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ClusterRoleBinding } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { bootstrapMetadata } from './roles.js';

const AUTHENTICATED = 'system:authenticated';

/** The groups that each role is given to, by the name of the role and of the binding. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'cluster-admin': ['system:masters'],
  'system:discovery': [AUTHENTICATED],
  'system:basic-user': [AUTHENTICATED],
  'system:public-info-viewer': [AUTHENTICATED, 'system:unauthenticated'],
  'system:monitoring': ['system:monitoring'],
  'system:service-account-issuer-discovery': ['system:serviceaccounts'],
};

/** To whom the cluster roles of the start are given. */
export function bootstrapBindings(domain: Domain): readonly ClusterRoleBinding[] {
  const apiGroup = domain.group('rbac.authorization');
  return Object.entries(GROUPS).map(([name, groups]) => ({
    metadata: bootstrapMetadata(domain, name),
    subjects: groups.map((group) => ({ kind: 'Group', apiGroup, name: group })),
    roleRef: { apiGroup, kind: 'ClusterRole', name },
  }));
}
