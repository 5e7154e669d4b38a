import { isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { Client } from '@pilothouse/client/client.js';
import { discover, type DiscoveredType } from '@pilothouse/client/discover.js';
import { documentsIn, metadataOf, objectsOf, textOf } from '@pilothouse/client/definitions/documents.js';
import { readJson } from '@pilothouse/client/request.js';
import { apiVersionOf, collectionPath } from '@pilothouse/client/resource-type.js';
import type { InitialObject } from './options.js';

/** Creates objects in order. Rejects with an Error that names the first failure. */
export async function createObjects(
  client: Client,
  objects: string | readonly InitialObject[],
  signal: AbortSignal,
): Promise<void> {
  const all = await objectsIn(objects);
  if (all.length === 0) return;
  const { types } = await discover(client, signal);
  for (const [index, object] of all.entries()) {
    try {
      const path = collectionOf(object, types);
      await readJson(await client.request({ method: 'POST', path, body: object, signal }));
    } catch (error) {
      const why = errorMessage(error);
      throw new Error(`objects[${index}] (${nameOf(object)}): ${why}`, { cause: error });
    }
  }
}

/** The objects of all documents, including the items of lists (`kind: List`). */
async function objectsIn(objects: string | readonly InitialObject[]): Promise<JsonObject[]> {
  const values =
    typeof objects === 'string'
      ? await textDocuments(objects)
      : objects.map((object) => JSON.parse(JSON.stringify(object)) as JsonValue);
  return values.flatMap((value, index) => {
    if (!isObject(value)) throw new TypeError(`objects[${index}] is not an object`);
    return objectsOf(value);
  });
}

async function textDocuments(text: string): Promise<JsonValue[]> {
  try {
    const documents = await documentsIn(text);
    return documents.map(({ value }) => value);
  } catch (error) {
    throw new Error(`objects: ${errorMessage(error)}`, { cause: error });
  }
}

/** The path of an object's collection. Throws TypeError for a kind that is not served. */
function collectionOf(object: JsonObject, types: readonly DiscoveredType[]): string {
  const { apiVersion, kind } = object;
  const found = types.find(({ type }) => type.kind === kind && apiVersionOf(type) === apiVersion);
  if (found === undefined) throw new TypeError('the kind is not served');
  const { namespace = 'default' } = metadataOf(object);
  return collectionPath(found.type, found.type.scope === 'Namespaced' ? textOf(namespace) : undefined);
}

function nameOf(object: JsonObject): string {
  const { namespace, name, generateName } = metadataOf(object);
  const nameParts = [namespace, name ?? generateName].map(textOf).filter((part) => part !== '');
  return `${textOf(object['apiVersion'])} ${textOf(object['kind'])} ${nameParts.join('/')}`.trim();
}
