// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { TokenRequest } from '@pilothouse/apimachinery/generated/authentication/v1.js';
import type { Scale } from '@pilothouse/apimachinery/generated/autoscaling/v1.js';
import type {
  Binding,
  ComponentStatus,
  ConfigMap,
  Endpoints,
  Event,
  LimitRange,
  Namespace,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodTemplate,
  ReplicationController,
  ResourceQuota,
  Secret,
  Service,
  ServiceAccount,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Eviction } from '@pilothouse/apimachinery/generated/policy/v1.js';
import type { ActionType, ClusterType, CommandType, NamespacedType, PartType, ViewType } from './resource-type.js';

/** ComponentStatus is the health of a component of the control plane, as a probe by this server finds it. Deprecated. */
export const componentStatuses: ClusterType<ComponentStatus> = {
  group: '',
  version: 'v1',
  kind: 'ComponentStatus',
  resource: 'componentstatuses',
  scope: 'Cluster',
};

/** ConfigMap holds configuration data for pods to consume. */
export const configMaps: NamespacedType<ConfigMap> = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  resource: 'configmaps',
  scope: 'Namespaced',
};

/** Endpoints is a collection of addresses that implement a service. Deprecated: use EndpointSlice. */
export const endpoints: NamespacedType<Endpoints> = {
  group: '',
  version: 'v1',
  kind: 'Endpoints',
  resource: 'endpoints',
  scope: 'Namespaced',
};

/** Event is a report of something that happened to an object. Events have a limited retention time, and may be dropped or aggregated. Do not rely on their timing or completeness. */
export const events: NamespacedType<Event> = {
  group: '',
  version: 'v1',
  kind: 'Event',
  resource: 'events',
  scope: 'Namespaced',
};

/** LimitRange limits the resources of each pod, container and claim in a namespace, and sets their defaults. */
export const limitRanges: NamespacedType<LimitRange> = {
  group: '',
  version: 'v1',
  kind: 'LimitRange',
  resource: 'limitranges',
  scope: 'Namespaced',
};

/** Namespace is a scope for names. Objects in different namespaces can have the same name, and are deleted with their namespace. */
export const namespaces: ClusterType<Namespace, { readonly status: PartType; readonly finalize: PartType }> = {
  group: '',
  version: 'v1',
  kind: 'Namespace',
  resource: 'namespaces',
  scope: 'Cluster',
  subresources: { status: { type: 'part' }, finalize: { type: 'part' } },
};

/** Node is a worker machine of the cluster, on which pods run. */
export const nodes: ClusterType<Node, { readonly status: PartType }> = {
  group: '',
  version: 'v1',
  kind: 'Node',
  resource: 'nodes',
  scope: 'Cluster',
  subresources: { status: { type: 'part' } },
};

/** PersistentVolumeClaim is a request for storage by a user. */
export const persistentVolumeClaims: NamespacedType<PersistentVolumeClaim, { readonly status: PartType }> = {
  group: '',
  version: 'v1',
  kind: 'PersistentVolumeClaim',
  resource: 'persistentvolumeclaims',
  scope: 'Namespaced',
  subresources: { status: { type: 'part' } },
};

/** PersistentVolume is a storage resource of the cluster, which an administrator or a provisioner creates. A claim binds it. */
export const persistentVolumes: ClusterType<PersistentVolume, { readonly status: PartType }> = {
  group: '',
  version: 'v1',
  kind: 'PersistentVolume',
  resource: 'persistentvolumes',
  scope: 'Cluster',
  subresources: { status: { type: 'part' } },
};

/** Pod is a group of containers that run together on one node and share its network and volumes. */
export const pods: NamespacedType<
  Pod,
  {
    readonly status: PartType;
    readonly ephemeralcontainers: PartType;
    readonly resize: PartType;
    readonly binding: CommandType<Binding>;
    readonly eviction: CommandType<Eviction>;
  }
> = {
  group: '',
  version: 'v1',
  kind: 'Pod',
  resource: 'pods',
  scope: 'Namespaced',
  subresources: {
    status: { type: 'part' },
    ephemeralcontainers: { type: 'part' },
    resize: { type: 'part' },
    binding: { type: 'command', group: '', version: 'v1', kind: 'Binding' },
    eviction: { type: 'command', group: 'policy', version: 'v1', kind: 'Eviction' },
  },
};

/** PodTemplate is a stored template for creating pods. */
export const podTemplates: NamespacedType<PodTemplate> = {
  group: '',
  version: 'v1',
  kind: 'PodTemplate',
  resource: 'podtemplates',
  scope: 'Namespaced',
};

/** ReplicationController keeps a specified number of pod replicas running. Deployments have replaced it. */
export const replicationControllers: NamespacedType<
  ReplicationController,
  { readonly status: PartType; readonly scale: ViewType<Scale> }
> = {
  group: '',
  version: 'v1',
  kind: 'ReplicationController',
  resource: 'replicationcontrollers',
  scope: 'Namespaced',
  subresources: {
    status: { type: 'part' },
    scale: { type: 'view', group: 'autoscaling', version: 'v1', kind: 'Scale' },
  },
};

/** ResourceQuota limits what the objects of a namespace use together. */
export const resourceQuotas: NamespacedType<ResourceQuota, { readonly status: PartType }> = {
  group: '',
  version: 'v1',
  kind: 'ResourceQuota',
  resource: 'resourcequotas',
  scope: 'Namespaced',
  subresources: { status: { type: 'part' } },
};

/** Secret holds confidential data. The values of `data` are at most 1 MiB in total. */
export const secrets: NamespacedType<Secret> = {
  group: '',
  version: 'v1',
  kind: 'Secret',
  resource: 'secrets',
  scope: 'Namespaced',
};

/** ServiceAccount is an identity for processes that run in pods. */
export const serviceAccounts: NamespacedType<ServiceAccount, { readonly token: ActionType<TokenRequest> }> = {
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  resource: 'serviceaccounts',
  scope: 'Namespaced',
  subresources: { token: { type: 'action', group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' } },
};

/** Service is a named abstraction of an application: a port that a proxy listens on, and the selector that determines which pods answer requests sent through it. */
export const services: NamespacedType<Service, { readonly status: PartType }> = {
  group: '',
  version: 'v1',
  kind: 'Service',
  resource: 'services',
  scope: 'Namespaced',
  subresources: { status: { type: 'part' } },
};
