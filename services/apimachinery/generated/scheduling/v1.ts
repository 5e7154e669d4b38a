// Generated from proto/scheduling/v1/scheduling.proto by `npm run generate`. Do not edit.
import { apiVersionField, boolean, int32, kindField, text } from '../../schema/common.js';
import type { ListSchema, Schema, StructSchema } from '../../schema/schema.js';
import { listMetaSchema, objectMetaSchema, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** A name for a priority, which pods can ask for. */
export type PriorityClass = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. Names that begin with `system-` are the system's own. */
  metadata: ObjectMeta;
  /** The priority, at most 1000000000 unless the class is the system's. It cannot be changed. */
  value: number;
  /** Whether pods without a class get this one. Only one class should say so; of several, that with the smallest value counts. */
  globalDefault?: boolean;
  /** When to use the class, for people. */
  description?: string;
  /** Whether a pod of the class may take the place of pods with lower priority: `PreemptLowerPriority` or `Never`. It cannot be changed. */
  preemptionPolicy?: string;
};

const priorityClassPreemptionPolicy: Schema = { type: 'string', enum: ['PreemptLowerPriority', 'Never'] };

export const priorityClassSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.scheduling.v1.PriorityClass',
  description: 'A name for a priority, which pods can ask for.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. Names that begin with `system-` are the system\'s own.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'value', number: 2, description: 'The priority, at most 1000000000 unless the class is the system\'s. It cannot be changed.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'globalDefault', number: 3, description: 'Whether pods without a class get this one. Only one class should say so; of several, that with the smallest value counts.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'description', number: 4, description: 'When to use the class, for people.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'preemptionPolicy', number: 5, description: 'Whether a pod of the class may take the place of pods with lower priority: `PreemptLowerPriority` or `Never`. It cannot be changed.', schema: () => priorityClassPreemptionPolicy, presence: 'explicit', required: false, immutable: true, default: '"PreemptLowerPriority"' },
  ],
};

/** A list of PriorityClasses. */
export type PriorityClassList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The PriorityClasses. */
  items: PriorityClass[];
};

const priorityClassListItems: ListSchema = { type: 'list', items: () => priorityClassSchema, listType: 'atomic', keys: [] };

export const priorityClassListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.scheduling.v1.PriorityClassList',
  description: 'A list of PriorityClasses.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The PriorityClasses.', schema: () => priorityClassListItems, presence: 'always', required: true, immutable: false },
  ],
};
