import type {
  ConfigMap,
  Event,
  Namespace,
  Node,
  Pod,
  Secret,
  ServiceAccount,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import type { ClusterType, NamespacedType } from './resource-type.js';

const v1 = { group: '', version: 'v1' } as const;

export const configMaps: NamespacedType<ConfigMap> = {
  ...v1,
  resource: 'configmaps',
  kind: 'ConfigMap',
  scope: 'Namespaced',
};

export const events: NamespacedType<Event> = {
  ...v1,
  resource: 'events',
  kind: 'Event',
  scope: 'Namespaced',
};

export const namespaces: ClusterType<Namespace> = {
  ...v1,
  resource: 'namespaces',
  kind: 'Namespace',
  scope: 'Cluster',
};

export const nodes: ClusterType<Node> = {
  ...v1,
  resource: 'nodes',
  kind: 'Node',
  scope: 'Cluster',
};

export const pods: NamespacedType<Pod> = {
  ...v1,
  resource: 'pods',
  kind: 'Pod',
  scope: 'Namespaced',
};

export const secrets: NamespacedType<Secret> = {
  ...v1,
  resource: 'secrets',
  kind: 'Secret',
  scope: 'Namespaced',
};

export const serviceAccounts: NamespacedType<ServiceAccount> = {
  ...v1,
  resource: 'serviceaccounts',
  kind: 'ServiceAccount',
  scope: 'Namespaced',
};
