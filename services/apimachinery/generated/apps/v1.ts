// Generated from proto/apps/v1/apps.proto by `npm run generate`. Do not edit.
import type { JsonValue } from '../../json/value.js';
import { apiVersionField, kindField, rawExtension, type Int64 } from '../../schema/common.js';
import type { ListSchema, Schema, StructSchema } from '../../schema/schema.js';
import { listMetaSchema, objectMetaSchema, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** A state that a controller keeps, so that it can go back to it. Its data never changes. */
export type ControllerRevision = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** The state, as any JSON but null. It must be there and cannot be changed. */
  data?: JsonValue;
  /** Number of the state, which is not negative. */
  revision: Int64;
};

const controllerRevisionRevision: Schema = { type: 'integer', format: 'int64', minimum: 0 };

export const controllerRevisionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.ControllerRevision',
  description: 'A state that a controller keeps, so that it can go back to it. Its data never changes.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'data', number: 2, description: 'The state, as any JSON but null. It must be there and cannot be changed.', schema: () => rawExtension, presence: 'explicit', required: false, immutable: true },
    { name: 'revision', number: 3, description: 'Number of the state, which is not negative.', schema: () => controllerRevisionRevision, presence: 'always', required: true, immutable: false },
  ],
};

/** A list of ControllerRevisions. */
export type ControllerRevisionList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The ControllerRevisions. */
  items: ControllerRevision[];
};

const controllerRevisionListItems: ListSchema = { type: 'list', items: () => controllerRevisionSchema, listType: 'atomic', keys: [] };

export const controllerRevisionListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.apps.v1.ControllerRevisionList',
  description: 'A list of ControllerRevisions.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The ControllerRevisions.', schema: () => controllerRevisionListItems, presence: 'always', required: true, immutable: false },
  ],
};
