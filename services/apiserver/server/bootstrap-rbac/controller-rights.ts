import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { PolicyRule } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { ALL } from '../../authz/rbac/rule.js';
import { only, rule } from './rule.js';

/** Namespace of the service accounts of controllers, and of system objects. */
export const SYSTEM_NAMESPACE = 'kube-system';

/** User of the controller manager, which runs the leader election, the shared informers, and requests tokens for controllers. */
export const CONTROLLER_MANAGER = 'system:kube-controller-manager';

/** Permissions of a controller. */
export interface Rights {
  /** Cluster-wide rules. */
  readonly everywhere?: readonly PolicyRule[];
  /** Rules in `kube-system`. */
  readonly inSystem?: readonly PolicyRule[];
}

/**
 * Permissions of each controller, by service account: least privilege. Resources that it only watches are read by the shared
 * informers of the manager. Accounts have the names of the corresponding controllers of Kubernetes.
 */
export function controllerRights(domain: Domain): Readonly<Record<string, Rights>> {
  return {
    'clusterrole-aggregation-controller': {
      // Aggregated rules exceed the permissions of the account, so it needs escalate.
      everywhere: [rule(['escalate', 'update'], domain.group('rbac.authorization'), 'clusterroles')],
    },
    'generic-garbage-collector': {
      everywhere: [rule(['get', 'list', 'watch', 'patch', 'delete'], ALL, ALL), rule(['create'], '', 'events')],
    },
    'lease-expiry': { inSystem: [rule(['delete'], domain.group('coordination'), 'leases')] },
    'namespace-controller': {
      everywhere: [
        rule(['get'], '', 'namespaces'),
        rule(['update'], '', 'namespaces/finalize', 'namespaces/status'),
        rule(['list', 'delete', 'deletecollection'], ALL, ALL),
      ],
    },
    'root-ca-cert-publisher': {
      everywhere: [
        rule(['create'], '', 'configmaps'),
        only([ROOT_CA_MAP], rule(['update', 'delete'], '', 'configmaps')),
      ],
    },
    'service-account-controller': { everywhere: [rule(['create'], '', 'serviceaccounts')] },
    'token-cleaner': { inSystem: [rule(['delete'], '', 'secrets')] },
    'tokens-controller': {
      everywhere: [
        rule(['get', 'update'], '', 'serviceaccounts'),
        rule(['get', 'list', 'create', 'update', 'delete'], '', 'secrets'),
      ],
    },
  };
}

/** Permissions of the manager. It can request tokens only for the accounts of controllers. */
export function managerRights(domain: Domain): Required<Rights> {
  const follow = ['list', 'watch'];
  const leases = domain.group('coordination');
  return {
    everywhere: [
      rule(follow, '', 'namespaces', 'secrets', 'serviceaccounts'),
      only([ROOT_CA_MAP], rule(follow, '', 'configmaps')),
      rule(follow, domain.group('rbac.authorization'), 'clusterroles'),
    ],
    inSystem: [
      rule(['create', ...follow], leases, 'leases'),
      only([MANAGER_LEASE], rule(['get', 'update'], leases, 'leases')),
      rule(['create'], '', 'serviceaccounts'),
      only(Object.keys(controllerRights(domain)), rule(['create'], '', 'serviceaccounts/token')),
    ],
  };
}

/** User of the admission service, and of its plugins in an API server. */
export const ADMISSION_SERVICE = 'system:admission-service';

export function admissionRights(domain: Domain): Rights {
  const read = ['get', 'list', 'watch'];
  return {
    everywhere: [rule(read, '', 'serviceaccounts'), rule(read, domain.group('scheduling'), 'priorityclasses')],
  };
}

const ROOT_CA_MAP = 'kube-root-ca.crt';
/** Default Lease of the leader election. */
const MANAGER_LEASE = 'pilothouse-controller-manager';
