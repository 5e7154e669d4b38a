import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ClusterRole, PolicyRule, Role } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { ALL } from '@pilothouse/kinds/rbac/rule.js';
import { DEFAULT_FEATURES, type Features } from '../../features/gates.js';
import {
  ADMISSION_SERVICE,
  admissionRights,
  CONTROLLER_MANAGER,
  controllerRights,
  managerRights,
  SYSTEM_NAMESPACE,
  type Rights,
} from './controller-rights.js';
import { COMPONENT_ROLES, SYSTEM_ROLES } from './component-roles.js';
import { CONTROLLER_ROLES, GATED_CONTROLLER_ROLES } from './controller-roles.js';
import { rulesOfLines } from './rule-lines.js';
import { TRUST_MAP } from '../certificates/authentication-trust.js';
import { only, rule } from './rule.js';
import { aggregatedToAdmin, aggregatedToEdit, aggregatedToView } from './user-rules.js';

/** Bootstrap cluster roles: those of Kubernetes with these features, and of the programs of this project. */
export function bootstrapRoles(domain: Domain, features: Features = DEFAULT_FEATURES): readonly ClusterRole[] {
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
      getting('/flagz', '/healthz', '/healthz/*', '/livez', '/livez/*', '/metrics', '/metrics/slis', ...READINESS),
      rule(['get'], '', 'nodes/metrics'),
    ]),
    role('system:service-account-issuer-discovery', [
      getting(
        '/.well-known/openid-configuration',
        '/.well-known/openid-configuration/',
        '/openid/v1/jwks',
        '/openid/v1/jwks/',
      ),
    ]),
    ...[...clusterRules(domain, features)].map(([name, rules]) => role(name, rules)),
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
    ...[...systemRules(domain)].map(([name, rules]) => role(name, rules)),
  ];
}

/** The rules that all nodes have in common. */
export function nodeRules(domain: Domain): readonly PolicyRule[] {
  return rulesOfLines(COMPONENT_ROLES['system:node'] ?? [], domain);
}

/** Cluster-wide rules of components, by role name. */
function clusterRules(domain: Domain, features: Features): ReadonlyMap<string, readonly PolicyRule[]> {
  const gated = Object.entries(GATED_CONTROLLER_ROLES).flatMap(([account, { gate, lines }]) =>
    features[gate] ? [[account, lines] as const] : [],
  );
  const controllers = [...Object.entries(CONTROLLER_ROLES), ...gated].map(
    ([account, lines]) => [controllerRole(account), lines] as const,
  );
  const rules = new Map<string, readonly PolicyRule[]>();
  for (const [name, lines] of [...Object.entries(COMPONENT_ROLES), ...controllers]) {
    rules.set(name, rulesOfLines(lines, domain));
  }
  for (const [name, { everywhere }] of programs(domain)) {
    if (everywhere !== undefined) rules.set(name, [...(rules.get(name) ?? []), ...everywhere]);
  }
  return rules;
}

/** Rules of components in `kube-system`, by role name. */
function systemRules(domain: Domain): ReadonlyMap<string, readonly PolicyRule[]> {
  const rules = new Map<string, readonly PolicyRule[]>();
  for (const [name, lines] of Object.entries(SYSTEM_ROLES)) rules.set(name, rulesOfLines(lines, domain));
  for (const [name, { inSystem }] of programs(domain)) if (inSystem !== undefined) rules.set(name, inSystem);
  return rules;
}

/** Permissions of the programs of this project that Kubernetes' roles lack, by role name. */
function programs(domain: Domain): readonly (readonly [role: string, rights: Rights])[] {
  const rights = Object.entries(controllerRights(domain));
  return [
    [ADMISSION_SERVICE, admissionRights(domain)],
    [CONTROLLER_MANAGER, managerRights(domain)],
    ...rights.map(([account, each]) => [controllerRole(account), each] as const),
  ];
}

const CONTROLLER_PREFIX = 'system:controller:';

/** Name of a controller's role and of its binding. */
function controllerRole(account: string): string {
  return `${CONTROLLER_PREFIX}${account}`;
}

/** The service account of a controller's role; undefined for other roles. */
export function controllerAccount(role: string): string | undefined {
  return role.startsWith(CONTROLLER_PREFIX) ? role.slice(CONTROLLER_PREFIX.length) : undefined;
}

const READINESS = ['/readyz', '/readyz/*', '/statusz'] as const;
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
