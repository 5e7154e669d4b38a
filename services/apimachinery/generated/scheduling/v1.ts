// Generated from proto/scheduling/v1/scheduling.proto by `npm run generate`. Do not edit.
import { apiVersionField, boolean, int32, kindField, text } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, Schema, StructSchema } from '../../schema/schema.js';
import { listMetaSchema, objectMetaSchema, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** PriorityClass maps a name to a priority for pods. */
export type PriorityClass = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. Names with the prefix `system-` are reserved for the system. */
  metadata: ObjectMeta;
  /** Priority of pods that use the class, at most 1000000000 for classes of users. Cannot be updated. */
  value: number;
  /** Whether the class applies to pods without a class. Only one class should have the value true. If there are several, the one with the lowest value applies. Defaults to false. */
  globalDefault?: boolean;
  /** Human-readable description of when to use the class. */
  description?: string;
  /** Whether pods of the class preempt pods of lower priority: `PreemptLowerPriority` or `Never`. Defaults to `PreemptLowerPriority`. Cannot be updated. */
  preemptionPolicy?: string;
};

const priorityClassPreemptionPolicy: Schema = { type: 'string', enum: ['PreemptLowerPriority', 'Never'] };

export const priorityClassSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.scheduling.v1.PriorityClass',
  description: 'PriorityClass maps a name to a priority for pods.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. Names with the prefix `system-` are reserved for the system.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'value', number: 2, description: 'Priority of pods that use the class, at most 1000000000 for classes of users. Cannot be updated.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'globalDefault', number: 3, description: 'Whether the class applies to pods without a class. Only one class should have the value true. If there are several, the one with the lowest value applies. Defaults to false.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'description', number: 4, description: 'Human-readable description of when to use the class.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'preemptionPolicy', number: 5, description: 'Whether pods of the class preempt pods of lower priority: `PreemptLowerPriority` or `Never`. Defaults to `PreemptLowerPriority`. Cannot be updated.', schema: () => priorityClassPreemptionPolicy, presence: 'explicit', required: false, immutable: true, default: '"PreemptLowerPriority"' },
  ],
};

export const priorityClassNames: ResourceNames = { resource: 'priorityclasses', singular: 'priorityclass', kind: 'PriorityClass', shortNames: ['pc'], categories: [], scope: 'Cluster' };

/** PriorityClassList is a list of PriorityClasses. */
export type PriorityClassList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of PriorityClasses. */
  items: PriorityClass[];
};

const priorityClassListItems: ListSchema = { type: 'list', items: () => priorityClassSchema, listType: 'atomic', keys: [] };

export const priorityClassListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.scheduling.v1.PriorityClassList',
  description: 'PriorityClassList is a list of PriorityClasses.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of PriorityClasses.', schema: () => priorityClassListItems, presence: 'always', required: true, immutable: false },
  ],
};
