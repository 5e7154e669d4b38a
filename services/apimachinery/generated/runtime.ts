// Generated from proto/runtime/runtime.proto by `npm run generate`. Do not edit.
import { bytes, text } from '../schema/common.js';
import type { StructSchema } from '../schema/schema.js';

/** TypeMeta describes the type of a serialized object. */
export type TypeMeta = {
  /** Group and version of the type, such as `apps/v1`. */
  apiVersion?: string;
  /** Name of the type, such as `ConfigMap`. */
  kind?: string;
};

export const typeMetaSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.runtime.TypeMeta',
  description: 'TypeMeta describes the type of a serialized object.',
  atomic: false,
  fields: [
    { name: 'apiVersion', number: 1, description: 'Group and version of the type, such as `apps/v1`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'kind', number: 2, description: 'Name of the type, such as `ConfigMap`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Unknown is the envelope of protobuf messages: a serialized object and its type. */
export type Unknown = {
  /** Type of the object. */
  typeMeta?: TypeMeta;
  /** Serialized object. */
  raw?: string;
  /** Content encoding of `raw`. Empty means none. */
  contentEncoding?: string;
  /** Media type of `raw`. Empty means protobuf. */
  contentType?: string;
};

export const unknownSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.runtime.Unknown',
  description: 'Unknown is the envelope of protobuf messages: a serialized object and its type.',
  atomic: false,
  fields: [
    { name: 'typeMeta', number: 1, description: 'Type of the object.', schema: () => typeMetaSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'raw', number: 2, description: 'Serialized object.', schema: () => bytes, presence: 'implicit', required: false, immutable: false },
    { name: 'contentEncoding', number: 3, description: 'Content encoding of `raw`. Empty means none.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'contentType', number: 4, description: 'Media type of `raw`. Empty means protobuf.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};
