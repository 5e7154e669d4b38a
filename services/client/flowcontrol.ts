// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { FlowSchema, PriorityLevelConfiguration } from '@pilothouse/apimachinery/generated/flowcontrol/v1.js';
import type { ClusterType, PartType } from './resource-type.js';

/** FlowSchema defines a group of flows: a set of requests, and a method that divides them into flows. A request belongs to the matching FlowSchema with the lowest matchingPrecedence. */
export const flowSchemas: ClusterType<FlowSchema, { readonly status: PartType }> = {
  group: 'flowcontrol.apiserver.k8s.io',
  version: 'v1',
  kind: 'FlowSchema',
  resource: 'flowschemas',
  scope: 'Cluster',
  subresources: { status: { type: 'part' } },
};

/** PriorityLevelConfiguration is the configuration of a priority level: the share of the server's concurrency that its requests get, and how excess requests are handled. */
export const priorityLevelConfigurations: ClusterType<PriorityLevelConfiguration, { readonly status: PartType }> = {
  group: 'flowcontrol.apiserver.k8s.io',
  version: 'v1',
  kind: 'PriorityLevelConfiguration',
  resource: 'prioritylevelconfigurations',
  scope: 'Cluster',
  subresources: { status: { type: 'part' } },
};
