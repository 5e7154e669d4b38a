import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { createObject } from '../registry/create.js';
import { objectKey } from '../registry/keys.js';
import type { Resource } from '../registry/resource.js';

/** Namespaces that exist from the start. */
const NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

/** Makes the objects that clients take for granted, where they are missing. Several replicas may do so at once. */
export async function createSystemObjects(namespaces: Resource, signal: AbortSignal): Promise<void> {
  await Promise.all(NAMESPACES.map((name) => createNamespace(namespaces, name, signal)));
}

async function createNamespace(namespaces: Resource, name: string, signal: AbortSignal): Promise<void> {
  const { definition, store, decode } = namespaces;
  const { entry } = await store.get(objectKey(definition, '', name), { signal });
  if (entry !== undefined) return;
  const wanted: JsonObject = Object.assign(newObject(), {
    kind: namespaces.kind,
    apiVersion: namespaces.apiVersion,
    metadata: Object.assign(newObject(), { name }),
  });
  const admission = { mutate: async () => {}, validate: async () => {} };
  try {
    await createObject(namespaces, decode(wanted).value, { namespace: '', dryRun: false, signal, admission });
  } catch (error) {
    if (!(error instanceof StatusError && error.reason === 'AlreadyExists')) throw error;
  }
}
