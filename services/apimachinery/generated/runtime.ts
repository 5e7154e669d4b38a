// Generated from proto/runtime/runtime.proto by `npm run generate`. Do not edit.
import { bytes, text } from '../schema/common.js';
import type { StructSchema } from '../schema/schema.js';

/** Which type a serialized object has. */
export type TypeMeta = {
  /** Group and version of the type, such as `apps/v1`. */
  apiVersion?: string;
  /** Name of the type, such as `ConfigMap`. */
  kind?: string;
};

export const typeMetaSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.runtime.TypeMeta',
  description: 'Which type a serialized object has.',
  atomic: false,
  fields: [
    { name: 'apiVersion', number: 1, description: 'Group and version of the type, such as `apps/v1`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'kind', number: 2, description: 'Name of the type, such as `ConfigMap`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** The envelope of every protobuf message: an object in some encoding, with its type beside it. */
export type Unknown = {
  /** Type of the object. */
  typeMeta?: TypeMeta;
  /** The encoded object. */
  raw?: string;
  /** How `raw` is compressed; empty means not at all. */
  contentEncoding?: string;
  /** Media type of `raw`; empty means protobuf. */
  contentType?: string;
};

export const unknownSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.runtime.Unknown',
  description: 'The envelope of every protobuf message: an object in some encoding, with its type beside it.',
  atomic: false,
  fields: [
    { name: 'typeMeta', number: 1, description: 'Type of the object.', schema: () => typeMetaSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'raw', number: 2, description: 'The encoded object.', schema: () => bytes, presence: 'implicit', required: false, immutable: false },
    { name: 'contentEncoding', number: 3, description: 'How `raw` is compressed; empty means not at all.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'contentType', number: 4, description: 'Media type of `raw`; empty means protobuf.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};
