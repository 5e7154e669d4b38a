// Generated from proto/node/v1/runtime_class.proto by `npm run generate`. Do not edit.
import { apiVersionField, kindField, quantity, text } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, MapSchema, StructSchema } from '../../schema/schema.js';
import { tolerationSchema, type Toleration } from '../core/v1.js';
import { listMetaSchema, objectMetaSchema, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** RuntimeClass describes a class of container runtimes, with which the containers of a pod run. Pods name their class. */
export type RuntimeClass = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Name of the runtime's configuration on the nodes, a DNS label. Required. Cannot be updated. */
  handler: string;
  /** Resources that a pod of the class needs in addition to its containers. */
  overhead?: Overhead;
  /** Nodes that support the class. Absent means all nodes. */
  scheduling?: Scheduling;
};

export const runtimeClassSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.node.v1.RuntimeClass',
  description: 'RuntimeClass describes a class of container runtimes, with which the containers of a pod run. Pods name their class.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'handler', number: 2, description: 'Name of the runtime\'s configuration on the nodes, a DNS label. Required. Cannot be updated.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'overhead', number: 3, description: 'Resources that a pod of the class needs in addition to its containers.', schema: () => overheadSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'scheduling', number: 4, description: 'Nodes that support the class. Absent means all nodes.', schema: () => schedulingSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

export const runtimeClassNames: ResourceNames = { resource: 'runtimeclasses', singular: 'runtimeclass', kind: 'RuntimeClass', shortNames: [], categories: [], scope: 'Cluster' };

/** RuntimeClassList is a list of RuntimeClasses. */
export type RuntimeClassList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of RuntimeClasses. */
  items: RuntimeClass[];
};

const runtimeClassListItems: ListSchema = { type: 'list', items: () => runtimeClassSchema, listType: 'atomic', keys: [] };

export const runtimeClassListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.node.v1.RuntimeClassList',
  description: 'RuntimeClassList is a list of RuntimeClasses.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of RuntimeClasses.', schema: () => runtimeClassListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** Overhead describes the resources of a pod that its containers do not use. */
export type Overhead = {
  /** Amount of each resource for a pod. */
  podFixed?: { [key: string]: string };
};

const overheadPodFixed: MapSchema = { type: 'map', values: () => quantity, atomic: false };

export const overheadSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.node.v1.Overhead',
  description: 'Overhead describes the resources of a pod that its containers do not use.',
  atomic: false,
  fields: [
    { name: 'podFixed', number: 1, description: 'Amount of each resource for a pod.', schema: () => overheadPodFixed, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Scheduling describes the nodes that support a RuntimeClass. */
export type Scheduling = {
  /** Labels of the nodes. They are added to the node selector of pods. A pod with another value of a label is refused. */
  nodeSelector?: { [key: string]: string };
  /** Tolerations that are added to those of pods, without duplicates. */
  tolerations?: Toleration[];
};

const schedulingNodeSelector: MapSchema = { type: 'map', values: () => text, atomic: true };

const schedulingTolerations: ListSchema = { type: 'list', items: () => tolerationSchema, listType: 'atomic', keys: [] };

export const schedulingSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.node.v1.Scheduling',
  description: 'Scheduling describes the nodes that support a RuntimeClass.',
  atomic: false,
  fields: [
    { name: 'nodeSelector', number: 1, description: 'Labels of the nodes. They are added to the node selector of pods. A pod with another value of a label is refused.', schema: () => schedulingNodeSelector, presence: 'implicit', required: false, immutable: false },
    { name: 'tolerations', number: 2, description: 'Tolerations that are added to those of pods, without duplicates.', schema: () => schedulingTolerations, presence: 'implicit', required: false, immutable: false },
  ],
};
