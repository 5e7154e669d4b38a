// Generated from proto/policy/v1/policy.proto by `npm run generate`. Do not edit.
import { apiVersionField, kindField } from '../../schema/common.js';
import type { StructSchema } from '../../schema/schema.js';
import { deleteOptionsSchema, objectMetaSchema, type DeleteOptions, type ObjectMeta } from '../meta/v1.js';

/** Eviction evicts a pod from its node, subject to policies. It is created below the pod. */
export type Eviction = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. It identifies the pod. */
  metadata: ObjectMeta;
  /** Options of the deletion. */
  deleteOptions?: DeleteOptions;
};

export const evictionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.policy.v1.Eviction',
  description: 'Eviction evicts a pod from its node, subject to policies. It is created below the pod.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. It identifies the pod.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'deleteOptions', number: 2, description: 'Options of the deletion.', schema: () => deleteOptionsSchema, presence: 'explicit', required: false, immutable: false },
  ],
};
