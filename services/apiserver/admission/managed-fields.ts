import { decodeManagedFields, managedFieldsOf } from '@pilothouse/apimachinery/apply/managed-fields.js';
import { ApplyError } from '@pilothouse/apimachinery/fieldpath/apply-error.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { withOwnMetadata } from '@pilothouse/apimachinery/meta/object.js';

/**
 * Returns the admitted object `after`. If its managedFields are invalid, those of `before` replace them and `problem`
 * is the reason. Field ownership is computed before admission.
 */
export function withReadableManagers(
  before: JsonObject,
  after: JsonObject,
): { readonly object: JsonObject; readonly problem?: string } {
  const [known, made] = [managedFieldsOf(before), managedFieldsOf(after)];
  if (made === undefined ? known === undefined : known !== undefined && deepEqual(known, made))
    return { object: after };
  try {
    decodeManagedFields(made);
    return { object: after };
  } catch (error) {
    if (!(error instanceof ApplyError)) throw error;
    const object = withOwnMetadata(after);
    const { metadata } = object;
    if (isObject(metadata)) {
      if (known === undefined) delete metadata['managedFields'];
      else metadata['managedFields'] = known;
    }
    return { object, problem: error.message };
  }
}
