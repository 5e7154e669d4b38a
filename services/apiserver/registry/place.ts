import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { ResourceNames } from '@pilothouse/apimachinery/schema/resource-names.js';
import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';

/** Whether objects of a kind have a namespace. */
export interface PlacedKind {
  readonly definition: Pick<ResourceNames, 'scope'>;
}

/**
 * Sets the namespace of the path, or removes it for cluster-scoped kinds. Throws 400 if the object, or a plugin that changed it,
 * names another one.
 */
export function setNamespaceFromPath({ definition }: PlacedKind, object: JsonObject, namespace: string): void {
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
