import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
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
