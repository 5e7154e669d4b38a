import { fieldPaths } from '@pilothouse/apimachinery/fieldpath/path-set.js';
import type { ObjectMeta } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { withMembersOf } from './copy-members.js';
import type { PartSubresource } from './definition.js';
import { SPEC } from './reset.js';

/** An object with a spec and a status. */
interface WithStatus extends JsonObject {
  spec: JsonObject;
  status: JsonObject;
}

/** The usual subresource `status`, without validation: its writes leave the spec unchanged. */
export const statusPart = {
  type: 'part',
  verbs: ['get', 'update', 'patch'],
  prepareForUpdate(object, old) {
    object.spec = old.spec;
  },
  resetFields: SPEC,
} satisfies PartSubresource<WithStatus>;

/** Metadata that `strictStatusPart` leaves unchanged (Kubernetes' ResetObjectMetaForStatus). */
const METADATA = ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const;

/** The same for kinds whose status writes also leave the metadata unchanged. */
export const strictStatusPart = {
  ...statusPart,
  prepareForUpdate(object, old) {
    object.spec = old.spec;
    object.metadata = withMembersOf(object.metadata, old.metadata, METADATA);
  },
  resetFields: fieldPaths([['metadata'], ['spec']]),
} satisfies PartSubresource<WithStatus & { metadata: ObjectMeta }>;
