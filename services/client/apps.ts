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

/** A state that a controller keeps, so that it can go back to it. Its data never changes. */
export const controllerRevisions: NamespacedType<ControllerRevision> = {
  group: 'apps',
  version: 'v1',
  kind: 'ControllerRevision',
  resource: 'controllerrevisions',
  scope: 'Namespaced',
};

/** A pod of one kind on every node, or on those that fit. */
export const daemonSets: NamespacedType<DaemonSet, { readonly status: PartType }> = {
  group: 'apps',
  version: 'v1',
  kind: 'DaemonSet',
  resource: 'daemonsets',
  scope: 'Namespaced',
  subresources: { status: { type: 'part' } },
};

/** Pods of one kind, which are replaced step by step when their template changes. */
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

/** A number of pods of one kind. */
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

/** Pods of one kind, each with a name and volumes that stay its own. */
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
