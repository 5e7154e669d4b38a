import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf, withOwnMetadata } from '@pilothouse/apimachinery/meta/object.js';

/** Whether an update changes only the metadata that the garbage collector changes, besides what `ignore` deletes. */
export function changesOnlyOwnership(
  object: JsonObject,
  old: JsonObject,
  ignore: (copy: JsonObject) => void = () => undefined,
): boolean {
  const [wanted, live] = [object, old].map((each) => {
    const copy = withOwnMetadata(each);
    const metadata = metadataOf(copy);
    delete metadata.ownerReferences;
    delete metadata.finalizers;
    delete metadata.managedFields;
    delete metadata.resourceVersion;
    ignore(copy);
    return copy;
  });
  return wanted !== undefined && live !== undefined && deepEqual(wanted, live);
}
