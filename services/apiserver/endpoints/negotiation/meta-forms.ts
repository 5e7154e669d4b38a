import {
  deleteOptionsSchema,
  partialObjectMetadataListSchema,
  partialObjectMetadataSchema,
  statusSchema,
} from '@pilothouse/apimachinery/generated/meta/v1.js';
import { protobufForm, type ProtobufForm } from '../../registry/protobuf-form.js';
import type { MetaVersion } from './representation.js';

/** The protobuf forms of types that every resource uses. */
export interface MetaForms {
  readonly status: ProtobufForm;
  readonly deleteOptions: ProtobufForm;
  readonly partial: (version: MetaVersion) => ProtobufForm;
  readonly partialList: (version: MetaVersion) => ProtobufForm;
}

export function metaForms(metaGroup: string): MetaForms {
  const both = (kind: string, schema: typeof statusSchema): MetaForms['partial'] => {
    const forms = {
      v1: protobufForm(schema, { kind, apiVersion: `${metaGroup}/v1` }),
      v1beta1: protobufForm(schema, { kind, apiVersion: `${metaGroup}/v1beta1` }),
    };
    return (version) => forms[version];
  };
  return {
    deleteOptions: protobufForm(deleteOptionsSchema, { kind: 'DeleteOptions', apiVersion: `${metaGroup}/v1` }),
    status: protobufForm(statusSchema, { kind: 'Status', apiVersion: 'v1' }),
    partial: both('PartialObjectMetadata', partialObjectMetadataSchema),
    partialList: both('PartialObjectMetadataList', partialObjectMetadataListSchema),
  };
}
