import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { customResourceDefinitions, type DefinitionOptions } from './apiextensions/custom-resource-definitions.js';
import { controllerRevisions } from './apps/controller-revisions.js';
import { daemonSets } from './apps/daemon-sets.js';
import { deployments } from './apps/deployments.js';
import { replicaSets } from './apps/replica-sets.js';
import { statefulSets } from './apps/stateful-sets.js';
import { tokenReviews } from './authentication/token-reviews.js';
import { accessReviews } from './authorization/access-reviews.js';
import { leases } from './coordination/leases.js';
import { bindings } from './core/bindings.js';
import { configMaps } from './core/config-maps.js';
import { events, type EventOptions } from './core/events.js';
import { namespaces } from './core/namespaces.js';
import { nodes } from './core/nodes.js';
import { podTemplates } from './core/pod-templates.js';
import { pods } from './core/pods.js';
import { secrets } from './core/secrets.js';
import { serviceAccounts } from './core/service-accounts.js';
import type { ResourceDefinition, VirtualResource } from './definition/definition.js';
import { groupEvents } from './events/events.js';
import { clusterRoleBindings } from './rbac/cluster-role-bindings.js';
import { clusterRoles } from './rbac/cluster-roles.js';
import { roleBindings } from './rbac/role-bindings.js';
import { roles } from './rbac/roles.js';
import { priorityClasses } from './scheduling/priority-classes.js';
import { csiDrivers } from './storage/csi-drivers.js';
import { csiStorageCapacities } from './storage/csi-storage-capacities.js';

/** What can be chosen of the built-in resources. */
export type CatalogOptions = EventOptions & DefinitionOptions;

/** Every built-in resource, in the order in which discovery lists them. */
export function builtInResources(domain: Domain, options: CatalogOptions = {}): readonly ResourceDefinition[] {
  return [
    configMaps,
    events(options),
    namespaces(domain),
    nodes(domain),
    pods,
    podTemplates,
    secrets(domain),
    serviceAccounts(domain),
    groupEvents(domain, options),
    customResourceDefinitions(domain, options),
    controllerRevisions,
    daemonSets,
    deployments,
    replicaSets,
    statefulSets,
    priorityClasses(domain),
    csiDrivers(domain),
    csiStorageCapacities(domain),
    leases(domain),
    clusterRoleBindings(domain),
    clusterRoles(domain),
    roleBindings(domain),
    roles(domain),
  ];
}

/** Every virtual resource, in the order in which discovery lists them after the others. */
export function virtualResources(domain: Domain): readonly VirtualResource[] {
  return [bindings, ...accessReviews(domain), tokenReviews(domain)];
}
