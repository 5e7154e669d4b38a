import type { ManagedFieldsEntry } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { TestResponse } from '../server/api.test.helper.js';

export function managersOf({ json }: TestResponse): readonly ManagedFieldsEntry[] {
  return metadataOf(json).managedFields ?? [];
}

/** The managers: `Apply me v1 {"f:data":{"f:a":{}}}`, with the subresource after the version. */
export function owners(response: TestResponse): string[] {
  return managersOf(response).map(
    ({ operation = '', manager = '', apiVersion = '', subresource, fieldsV1 = null }) =>
      `${operation} ${manager} ${apiVersion}${subresource === undefined ? '' : ` ${subresource}`} ${JSON.stringify(fieldsV1)}`,
  );
}
