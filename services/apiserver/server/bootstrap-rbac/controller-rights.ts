import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { PolicyRule } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { ALL } from '../../authz/rbac/rule.js';
import { only, rule } from './rule.js';

/** Where the accounts of controllers are, and what those of them work on that keep the system itself in order. */
export const SYSTEM_NAMESPACE = 'kube-system';

/** As whom the controller manager acts: it elects its leader, follows what all controllers need, and makes their tokens. */
export const CONTROLLER_MANAGER = 'system:kube-controller-manager';

/** What one of them may do. */
export interface Rights {
  /** In the whole cluster. */
  readonly everywhere?: readonly PolicyRule[];
  /** In `kube-system` alone. */
  readonly inSystem?: readonly PolicyRule[];
}

/**
 * What each controller may do, by its service account: what it asks for, and no more. What it only follows the manager
 * reads for all of them. Accounts are named as in Kubernetes, where that has a controller of the same job.
 */
export function controllerRights(domain: Domain): Readonly<Record<string, Rights>> {
  return {
    'clusterrole-aggregation-controller': {
      // The rules of an aggregated role are more than the account holds.
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

/** What the manager itself may do. Tokens it can make only for the accounts of controllers. */
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

/** As whom the admission service, or its plugins beside an API server, read what they decide by. */
export const ADMISSION_SERVICE = 'system:admission-service';

export function admissionRights(domain: Domain): Rights {
  const read = ['get', 'list', 'watch'];
  return {
    everywhere: [rule(read, '', 'serviceaccounts'), rule(read, domain.group('scheduling'), 'priorityclasses')],
  };
}

const ROOT_CA_MAP = 'kube-root-ca.crt';
/** That of the election, unless a flag names another. */
const MANAGER_LEASE = 'pilothouse-controller-manager';
