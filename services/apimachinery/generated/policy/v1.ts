// Generated from proto/policy/v1/policy.proto by `npm run generate`. Do not edit.
import { apiVersionField, kindField } from '../../schema/common.js';
import type { StructSchema } from '../../schema/schema.js';
import { deleteOptionsSchema, objectMetaSchema, type DeleteOptions, type ObjectMeta } from '../meta/v1.js';

/** Deletes a pod, unless a policy wants it to stay. */
export type Eviction = {
  kind?: string;
  apiVersion?: string;
  /** The pod. */
  metadata: ObjectMeta;
  /** How the pod is deleted. */
  deleteOptions?: DeleteOptions;
};

export const evictionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.policy.v1.Eviction',
  description: 'Deletes a pod, unless a policy wants it to stay.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'The pod.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'deleteOptions', number: 2, description: 'How the pod is deleted.', schema: () => deleteOptionsSchema, presence: 'explicit', required: false, immutable: false },
  ],
};
