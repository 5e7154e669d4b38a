import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { PolicyRule } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { rule } from './rule.js';

/*
 * Rules of the roles admin, edit and view, as in Kubernetes, including kinds that are not served here. An administrator of a
 * namespace installs programs whose roles name such kinds, and RBAC escalation prevention requires these permissions.
 */

const READ = ['get', 'list', 'watch'] as const;
const WRITE = ['create', 'delete', 'deletecollection', 'patch', 'update'] as const;

export function aggregatedToAdmin(domain: Domain): readonly PolicyRule[] {
  return [
    rule(['create'], domain.group('authorization'), 'localsubjectaccessreviews'),
    rule([...READ, ...WRITE], domain.group('rbac.authorization'), 'rolebindings', 'roles'),
  ];
}

export function aggregatedToEdit(domain: Domain): readonly PolicyRule[] {
  const pods = ['pods/attach', 'pods/exec', 'pods/portforward', 'pods/proxy'] as const;
  return [
    rule(READ, '', ...pods, 'secrets', 'services/proxy'),
    rule(['impersonate'], '', 'serviceaccounts'),
    rule(WRITE, '', 'pods', ...pods),
    rule(['create'], '', 'pods/eviction'),
    rule(WRITE, '', 'configmaps', 'events', 'persistentvolumeclaims', 'replicationcontrollers'),
    rule(WRITE, '', 'replicationcontrollers/scale', 'secrets', 'serviceaccounts', 'services', 'services/proxy'),
    rule(['create'], '', 'serviceaccounts/token'),
    rule(WRITE, 'apps', 'daemonsets', 'deployments', 'deployments/rollback', 'deployments/scale'),
    rule(WRITE, 'apps', 'replicasets', 'replicasets/scale', 'statefulsets', 'statefulsets/scale'),
    rule(WRITE, 'autoscaling', 'horizontalpodautoscalers'),
    rule(WRITE, 'batch', 'cronjobs', 'jobs'),
    rule(WRITE, 'policy', 'poddisruptionbudgets'),
    rule(WRITE, domain.group('networking'), 'ingresses', 'networkpolicies'),
    rule([...READ, ...WRITE], domain.group('coordination'), 'leases'),
  ];
}

export function aggregatedToView(domain: Domain): readonly PolicyRule[] {
  const scalable = ['deployments', 'replicasets', 'statefulsets'];
  return [
    rule(READ, '', 'configmaps', 'endpoints', 'persistentvolumeclaims', 'persistentvolumeclaims/status', 'pods'),
    rule(READ, '', 'replicationcontrollers', 'replicationcontrollers/scale', 'serviceaccounts'),
    rule(READ, '', 'services', 'services/status'),
    rule(READ, '', 'bindings', 'events', 'limitranges', 'namespaces/status', 'pods/log', 'pods/status'),
    rule(READ, '', 'replicationcontrollers/status', 'resourcequotas', 'resourcequotas/status'),
    // The namespace of the binding itself.
    rule(READ, '', 'namespaces'),
    rule(READ, domain.group('discovery'), 'endpointslices'),
    rule(READ, 'apps', 'controllerrevisions', 'daemonsets', 'daemonsets/status'),
    rule(READ, 'apps', ...scalable.flatMap((name) => [name, `${name}/scale`, `${name}/status`])),
    rule(READ, 'autoscaling', 'horizontalpodautoscalers', 'horizontalpodautoscalers/status'),
    rule(READ, 'batch', 'cronjobs', 'cronjobs/status', 'jobs', 'jobs/status'),
    rule(READ, 'policy', 'poddisruptionbudgets', 'poddisruptionbudgets/status'),
    rule(READ, domain.group('networking'), 'ingresses', 'ingresses/status', 'networkpolicies'),
  ];
}
