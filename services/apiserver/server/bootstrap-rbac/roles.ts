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

/** Bootstrap cluster roles: those of Kubernetes, without roles of components that do not exist here. */
export function bootstrapRoles(domain: Domain): readonly ClusterRole[] {
  const role = (name: string, rules: readonly PolicyRule[], labels: Readonly<Record<string, string>> = {}) => ({
    metadata: bootstrapMetadata(domain, name, labels),
    rules: [...rules],
  });
  const toKey = (name: string): string => `${domain.group('rbac.authorization')}/aggregate-to-${name}`;
  const to = (name: string): Readonly<Record<string, string>> => ({ [toKey(name)]: 'true' });
  /** Aggregated role, whose rules the server computes. */
  const sum = (name: string, labels?: Readonly<Record<string, string>>): ClusterRole => ({
    ...role(name, [], labels),
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { ...to(name) } }] },
  });
  return [
    role('cluster-admin', [
      { verbs: [ALL], apiGroups: [ALL], resources: [ALL] },
      { verbs: [ALL], nonResourceURLs: [ALL] },
    ]),
    // Each role comes before the one that aggregates it.
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
    // For delegated authentication and authorization by other API servers. It has no binding.
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

/** Bootstrap roles in `kube-system`. */
export function systemRoles(domain: Domain): readonly Role[] {
  const role = (name: string, rules: readonly PolicyRule[]): Role => ({
    metadata: { ...bootstrapMetadata(domain, name), namespace: SYSTEM_NAMESPACE },
    rules: [...rules],
  });
  return [
    // For delegated authentication. It has no binding.
    role(`${TRUST_MAP}-reader`, [only([TRUST_MAP], rule(['get', 'list', 'watch'], '', 'configmaps'))]),
    ...programs(domain).flatMap(([name, { inSystem }]) => (inSystem ? [role(name, inSystem)] : [])),
  ];
}

/** Permissions of the controllers, their manager and the admission service, by role name. The names are those of Kubernetes. */
function programs(domain: Domain): readonly (readonly [role: string, rights: Rights])[] {
  const rights = Object.entries(controllerRights(domain));
  return [
    [ADMISSION_SERVICE, admissionRights(domain)],
    [CONTROLLER_MANAGER, managerRights(domain)],
    ...rights.map(([account, each]) => [controllerRole(account), each] as const),
  ];
}

/** Name of a controller's role and of its binding. */
export function controllerRole(account: string): string {
  return `system:controller:${account}`;
}

const PUBLIC = ['/healthz', '/livez', '/readyz', '/version', '/version/'] as const;

/** Metadata of bootstrap objects: the bootstrapping label and the autoupdate annotation. */
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

/** Key of the annotation that disables the reconciliation of an object. */
export function autoUpdateKey({ label }: Domain): string {
  return `rbac.authorization.${label}/autoupdate`;
}

function getting(...nonResourceURLs: readonly string[]): PolicyRule {
  return { verbs: ['get'], nonResourceURLs: [...nonResourceURLs] };
}
