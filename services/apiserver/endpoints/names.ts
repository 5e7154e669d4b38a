import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';
import type { Resource } from '../registry/resource.js';

/**
 * Sets the namespace of the path, or removes it for cluster-scoped kinds. Throws 400 if the object names another one.
 */
export function setNamespaceFromPath({ definition }: Resource, object: JsonObject, namespace: string): void {
  const metadata = metadataOf(object);
  if (definition.scope === 'Cluster') {
    delete metadata.namespace;
    return;
  }
  metadata.namespace ??= namespace;
  if (metadata.namespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
}

/** Sets the namespace and name of the path in an object that replaces another. Throws 400 if it names others. */
export function setNameFromPath(
  resource: Resource,
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
