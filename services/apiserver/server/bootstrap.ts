import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { createObject } from '../registry/create.js';
import { objectKey } from '../registry/keys.js';
import { resourceNamed, type Resource } from '../registry/resource.js';
import { SYSTEM_PRIORITY_CLASSES } from '@pilothouse/kinds/scheduling/system-priority-classes.js';

/** Objects of a resource that the start creates. */
interface SystemObjects {
  readonly group: string;
  readonly resource: string;
  readonly objects: readonly JsonObject[];
}

/** Namespaces that always exist. */
export function systemNamespaces(): SystemObjects {
  const namespaces = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];
  return { group: '', resource: 'namespaces', objects: namespaces.map((name) => ({ metadata: { name } })) };
}

export function systemPriorityClasses(domain: Domain): SystemObjects {
  return { group: domain.group('scheduling'), resource: 'priorityclasses', objects: SYSTEM_PRIORITY_CLASSES };
}

/** Creates missing objects. Several replicas may do so concurrently. */
export async function createSystemObjects(
  { group, resource, objects }: SystemObjects,
  resources: readonly Resource[],
  signal: AbortSignal,
): Promise<void> {
  const home = resourceNamed(resources, group, resource);
  await Promise.all(objects.map((object) => createMissing(home, object, signal)));
}

async function createMissing(resource: Resource, object: JsonObject, signal: AbortSignal): Promise<void> {
  const { definition, store, decode, kind, apiVersion } = resource;
  const { entry } = await store.get(objectKey(definition, '', metadataOf(object).name ?? ''), { signal });
  if (entry !== undefined) return;
  const wanted = Object.assign(newObject(), { kind, apiVersion }, object);
  const admission = { mutate: async () => {}, validate: async () => {} };
  try {
    const write = { namespace: '', dryRun: false, signal, admission, manager: 'pilothouse' };
    await createObject(resource, decode(wanted).value, write);
  } catch (error) {
    if (!(error instanceof StatusError && error.reason === 'AlreadyExists')) throw error;
  }
}
