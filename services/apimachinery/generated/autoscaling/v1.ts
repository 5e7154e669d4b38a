// Generated from proto/autoscaling/v1/autoscaling.proto by `npm run generate`. Do not edit.
import { apiVersionField, int32, kindField, text } from '../../schema/common.js';
import type { Schema, StructSchema } from '../../schema/schema.js';
import { objectMetaSchema, type ObjectMeta } from '../meta/v1.js';

/** How many pods an object of any kind is to have, and has. */
export type Scale = {
  kind?: string;
  apiVersion?: string;
  /** Name, namespace, uid, version and time of creation of the object. */
  metadata: ObjectMeta;
  /** How many pods there should be. */
  spec: ScaleSpec;
  /** How many pods there are. Set by the system. */
  status: ScaleStatus;
};

export const scaleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v1.Scale',
  description: 'How many pods an object of any kind is to have, and has.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Name, namespace, uid, version and time of creation of the object.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'How many pods there should be.', schema: () => scaleSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'How many pods there are. Set by the system.', schema: () => scaleStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** How many pods there should be. */
export type ScaleSpec = {
  /** How many. */
  replicas?: number;
};

const scaleSpecReplicas: Schema = { type: 'integer', format: 'int32', minimum: 0 };

export const scaleSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v1.ScaleSpec',
  description: 'How many pods there should be.',
  atomic: false,
  fields: [
    { name: 'replicas', number: 1, description: 'How many.', schema: () => scaleSpecReplicas, presence: 'implicit', required: false, immutable: false },
  ],
};

/** How many pods there are. */
export type ScaleStatus = {
  /** How many. */
  replicas: number;
  /** Selects the pods, as a query does. */
  selector?: string;
};

export const scaleStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.autoscaling.v1.ScaleStatus',
  description: 'How many pods there are.',
  atomic: false,
  fields: [
    { name: 'replicas', number: 1, description: 'How many.', schema: () => int32, presence: 'always', required: true, immutable: false },
    { name: 'selector', number: 2, description: 'Selects the pods, as a query does.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};
