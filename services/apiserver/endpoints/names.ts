import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';
import type { Resource } from '../registry/resource.js';

/** Gives the object the namespace of the path. Throws 400 where it names another one. */
export function adoptNamespace({ definition }: Resource, object: JsonObject, namespace: string): void {
  if (definition.scope === 'Cluster') return;
  const metadata = metadataOf(object);
  metadata.namespace ??= namespace;
  if (metadata.namespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
}

/** Throws 400 where the object does not have the name of the path. */
export function checkName(object: JsonObject, name: string): void {
  const given = metadataOf(object).name ?? '';
  if (given === name) return;
  throw badRequest(
    given === ''
      ? 'the name of the object (based on metadata.name) must be set and match the name on the URL'
      : `the name of the object (${given}) does not match the name on the URL (${name})`,
  );
}
