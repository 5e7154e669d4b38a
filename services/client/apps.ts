// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type {
  ControllerRevision,
  DaemonSet,
  Deployment,
  ReplicaSet,
  StatefulSet,
} from '@pilothouse/apimachinery/generated/apps/v1.js';
import type { Scale } from '@pilothouse/apimachinery/generated/autoscaling/v1.js';
import type { NamespacedType, PartType, ViewType } from './resource-type.js';

/** ControllerRevision is an immutable snapshot of state data. StatefulSet and DaemonSet controllers use it for updates and rollbacks. */
export const controllerRevisions: NamespacedType<ControllerRevision> = {
  group: 'apps',
  version: 'v1',
  kind: 'ControllerRevision',
  resource: 'controllerrevisions',
  scope: 'Namespaced',
};

/** DaemonSet runs a pod on every node, or on the nodes that match the template. */
export const daemonSets: NamespacedType<DaemonSet, { readonly status: PartType }> = {
  group: 'apps',
  version: 'v1',
  kind: 'DaemonSet',
  resource: 'daemonsets',
  scope: 'Namespaced',
  subresources: { status: { type: 'part' } },
};

/** Deployment provides declarative updates for pods and ReplicaSets. */
export const deployments: NamespacedType<Deployment, { readonly status: PartType; readonly scale: ViewType<Scale> }> = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  resource: 'deployments',
  scope: 'Namespaced',
  subresources: {
    status: { type: 'part' },
    scale: { type: 'view', group: 'autoscaling', version: 'v1', kind: 'Scale' },
  },
};

/** ReplicaSet keeps a specified number of pod replicas running. */
export const replicaSets: NamespacedType<ReplicaSet, { readonly status: PartType; readonly scale: ViewType<Scale> }> = {
  group: 'apps',
  version: 'v1',
  kind: 'ReplicaSet',
  resource: 'replicasets',
  scope: 'Namespaced',
  subresources: {
    status: { type: 'part' },
    scale: { type: 'view', group: 'autoscaling', version: 'v1', kind: 'Scale' },
  },
};

/** StatefulSet is a set of pods with stable identities: a network name and storage for each pod. */
export const statefulSets: NamespacedType<StatefulSet, { readonly status: PartType; readonly scale: ViewType<Scale> }> =
  {
    group: 'apps',
    version: 'v1',
    kind: 'StatefulSet',
    resource: 'statefulsets',
    scope: 'Namespaced',
    subresources: {
      status: { type: 'part' },
      scale: { type: 'view', group: 'autoscaling', version: 'v1', kind: 'Scale' },
    },
  };
