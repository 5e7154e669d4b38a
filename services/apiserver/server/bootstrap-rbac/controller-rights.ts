import { USUAL_PLUGINS } from '@pilothouse/admission/service-plugins.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { PolicyRule } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { inDomain } from '@pilothouse/client/resource-type.js';
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
 * Permissions of the controllers of this project that Kubernetes' roles lack, by service account. Accounts have the names
 * of the corresponding controllers of Kubernetes.
 */
export function controllerRights(domain: Domain): Readonly<Record<string, Rights>> {
  return {
    'lease-expiry': { inSystem: [rule(['delete'], domain.group('coordination'), 'leases')] },
    'root-ca-cert-publisher': { everywhere: [only([ROOT_CA_MAP], rule(['delete'], '', 'configmaps'))] },
    'tokens-controller': {
      everywhere: [
        rule(['get', 'update'], '', 'serviceaccounts'),
        rule(['get', 'list', 'create', 'update', 'delete'], '', 'secrets'),
      ],
    },
  };
}

/** Permissions of the manager that Kubernetes' role lacks. */
export function managerRights(domain: Domain): Required<Pick<Rights, 'inSystem'>> {
  return { inSystem: [only([MANAGER_LEASE], rule(['get', 'update'], domain.group('coordination'), 'leases'))] };
}

/** User of the admission service. */
export const ADMISSION_SERVICE = 'system:admission-service';

/** What the plugins that run in the service by default read. */
export function admissionRights(domain: Domain): Rights {
  const types = USUAL_PLUGINS.flatMap(({ reads = [] }) => reads);
  const names = new Map(
    types.map((type) => inDomain(type, domain)).map((type) => [`${type.resource}.${type.group}`, type]),
  );
  return {
    everywhere: [...names.values()].map(({ group, resource }) => rule(['get', 'list', 'watch'], group, resource)),
  };
}

const ROOT_CA_MAP = 'kube-root-ca.crt';
/** Default Lease of the leader election. */
const MANAGER_LEASE = 'pilothouse-controller-manager';
