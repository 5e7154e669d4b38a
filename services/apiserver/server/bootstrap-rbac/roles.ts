import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ClusterRole, PolicyRule, Role } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { ALL } from '../../authz/rbac/rule.js';
import {
  ADMISSION_SERVICE,
  admissionRights,
  CONTROLLER_MANAGER,
  controllerRights,
  managerRights,
  SYSTEM_NAMESPACE,
  type Rights,
} from './controller-rights.js';
import { TRUST_MAP } from '../authentication-trust.js';
import { only, rule } from './rule.js';
import { aggregatedToAdmin, aggregatedToEdit, aggregatedToView } from './user-rules.js';

/** The cluster roles that clients take for granted: Kubernetes' own, but for those of components that there are none of. */
export function bootstrapRoles(domain: Domain): readonly ClusterRole[] {
  const role = (name: string, rules: readonly PolicyRule[], labels: Readonly<Record<string, string>> = {}) => ({
    metadata: bootstrapMetadata(domain, name, labels),
    rules: [...rules],
  });
  const toKey = (name: string): string => `${domain.group('rbac.authorization')}/aggregate-to-${name}`;
  const to = (name: string): Readonly<Record<string, string>> => ({ [toKey(name)]: 'true' });
  /** An aggregated role: the server computes its rules. */
  const sum = (name: string, labels?: Readonly<Record<string, string>>): ClusterRole => ({
    ...role(name, [], labels),
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { ...to(name) } }] },
  });
  return [
    role('cluster-admin', [
      { verbs: [ALL], apiGroups: [ALL], resources: [ALL] },
      { verbs: [ALL], nonResourceURLs: [ALL] },
    ]),
    // Each before the role that aggregates it.
    sum('view', to('edit')),
    sum('edit', to('admin')),
    sum('admin'),
    role('system:aggregate-to-admin', aggregatedToAdmin(domain), to('admin')),
    role('system:aggregate-to-edit', aggregatedToEdit(domain), to('edit')),
    role('system:aggregate-to-view', aggregatedToView(domain), to('view')),
    role('system:basic-user', [
      rule(['create'], domain.group('authorization'), 'selfsubjectaccessreviews', 'selfsubjectrulesreviews'),
      rule(['create'], domain.group('authentication'), 'selfsubjectreviews'),
    ]),
    // For API servers that ask this one who somebody is and what he may do. Nobody has it before an administrator says so.
    role('system:auth-delegator', [
      rule(['create'], domain.group('authentication'), 'tokenreviews'),
      rule(['create'], domain.group('authorization'), 'subjectaccessreviews'),
    ]),
    role('system:discovery', [getting(...PUBLIC, '/api', '/api/*', '/apis', '/apis/*', '/openapi', '/openapi/*')]),
    role('system:public-info-viewer', [getting(...PUBLIC)]),
    role('system:monitoring', [
      getting('/healthz', '/healthz/*', '/livez', '/livez/*', '/metrics', '/metrics/slis', '/readyz', '/readyz/*'),
    ]),
    role('system:service-account-issuer-discovery', [
      getting(
        '/.well-known/openid-configuration',
        '/.well-known/openid-configuration/',
        '/openid/v1/jwks',
        '/openid/v1/jwks/',
      ),
    ]),
    ...programs(domain).flatMap(([name, { everywhere }]) => (everywhere ? [role(name, everywhere)] : [])),
  ];
}

/** The roles that hold in `kube-system` alone. */
export function systemRoles(domain: Domain): readonly Role[] {
  const role = (name: string, rules: readonly PolicyRule[]): Role => ({
    metadata: { ...bootstrapMetadata(domain, name), namespace: SYSTEM_NAMESPACE },
    rules: [...rules],
  });
  return [
    // For programs that let in the users of this API. Nobody has it before an administrator says so.
    role(`${TRUST_MAP}-reader`, [only([TRUST_MAP], rule(['get', 'list', 'watch'], '', 'configmaps'))]),
    ...programs(domain).flatMap(([name, { inSystem }]) => (inSystem ? [role(name, inSystem)] : [])),
  ];
}

/** What the controllers, their manager and the admission service may do, by the names of their roles, which are Kubernetes'. */
function programs(domain: Domain): readonly (readonly [role: string, rights: Rights])[] {
  const rights = Object.entries(controllerRights(domain));
  return [
    [ADMISSION_SERVICE, admissionRights(domain)],
    [CONTROLLER_MANAGER, managerRights(domain)],
    ...rights.map(([account, each]) => [controllerRole(account), each] as const),
  ];
}

/** The name of the role, and of its binding, that is a controller's. */
export function controllerRole(account: string): string {
  return `system:controller:${account}`;
}

const PUBLIC = ['/healthz', '/livez', '/readyz', '/version', '/version/'] as const;

/** What marks an object as the server's own, which it keeps as it should be. */
export function bootstrapMetadata(
  domain: Domain,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): ClusterRole['metadata'] {
  return {
    name,
    labels: { ...labels, [domain.key('bootstrapping')]: 'rbac-defaults' },
    annotations: { [autoUpdateKey(domain)]: 'true' },
  };
}

/** The annotation by which an administrator keeps the server from changing an object. */
export function autoUpdateKey({ label }: Domain): string {
  return `rbac.authorization.${label}/autoupdate`;
}

function getting(...nonResourceURLs: readonly string[]): PolicyRule {
  return { verbs: ['get'], nonResourceURLs: [...nonResourceURLs] };
}
