// Generated from proto/autoscaling/v1/autoscaling.proto by `npm run generate`. Do not edit.
import { apiVersionField, int32, kindField, text } from '../../schema/common.js';
import type { Schema, StructSchema } from '../../schema/schema.js';
import { objectMetaSchema, type ObjectMeta } from '../meta/v1.js';

/** Scale is a scaling request for a resource. */
export type Scale = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. It holds the name, namespace, UID, resourceVersion and creation time of the scaled object. */
  metadata: ObjectMeta;
  /** Desired number of replicas. */
  spec: ScaleSpec;
  /** Current number of replicas. Read-only. */
  status: ScaleStatus;
};

export const scaleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v1.Scale',
  description: 'Scale is a scaling request for a resource.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. It holds the name, namespace, UID, resourceVersion and creation time of the scaled object.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired number of replicas.', schema: () => scaleSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Current number of replicas. Read-only.', schema: () => scaleStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** ScaleSpec describes the desired scale. */
export type ScaleSpec = {
  /** Desired number of instances of the scaled object. */
  replicas?: number;
};

const scaleSpecReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

export const scaleSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v1.ScaleSpec',
  description: 'ScaleSpec describes the desired scale.',
  atomic: false,
  fields: [
    { name: 'replicas', number: 1, description: 'Desired number of instances of the scaled object.', schema: () => scaleSpecReplicas, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ScaleStatus is the current scale. */
export type ScaleStatus = {
  /** Observed number of instances of the scaled object. */
  replicas: number;
  /** Label query over the pods, as the text of a query parameter. */
  selector?: string;
};

export const scaleStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v1.ScaleStatus',
  description: 'ScaleStatus is the current scale.',
  atomic: false,
  fields: [
    { name: 'replicas', number: 1, description: 'Observed number of instances of the scaled object.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'selector', number: 2, description: 'Label query over the pods, as the text of a query parameter.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};
