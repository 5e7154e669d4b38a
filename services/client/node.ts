// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { RuntimeClass } from '@pilothouse/apimachinery/generated/node/v1.js';
import type { ClusterType } from './resource-type.js';

/** RuntimeClass describes a class of container runtimes, with which the containers of a pod run. Pods name their class. */
export const runtimeClasses: ClusterType<RuntimeClass> = {
  group: 'node.k8s.io',
  version: 'v1',
  kind: 'RuntimeClass',
  resource: 'runtimeclasses',
  scope: 'Cluster',
};
