import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { PartSubresource } from './definition.js';
import { SPEC } from './reset.js';

/** What has a desired state and says how far it is. */
interface WithStatus extends JsonObject {
  spec: JsonObject;
  status: JsonObject;
}

/** The subresource `status` as most kinds have it, but for what is validated: its writes leave the spec as it is. */
export const statusPart = {
  type: 'part',
  verbs: ['get', 'update', 'patch'],
  prepareForUpdate(object, old) {
    object.spec = old.spec;
  },
  resetFields: SPEC,
} satisfies PartSubresource<WithStatus>;
