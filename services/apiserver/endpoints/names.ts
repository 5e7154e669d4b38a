import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';
import { setNamespaceFromPath, type PlacedKind } from '../registry/place.js';

/** Sets the namespace and name of the path in an object that replaces another. Throws 400 if it names others. */
export function setNameFromPath(
  resource: PlacedKind,
  object: JsonObject,
  path: { readonly name: string; readonly namespace: string },
): void {
  setNamespaceFromPath(resource, object, path.namespace);
  const { name } = metadataOf(object);
  if (name === undefined) {
    throw badRequest(`the name of the object (${path.name} based on URL) was undeterminable: name must be provided`);
  }
  if (name === path.name) return;
  throw badRequest(`the name of the object (${name}) does not match the name on the URL (${path.name})`);
}
