import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { createObject } from '../../registry/create.js';
import { objectKey } from '../../registry/keys.js';
import { resourceNamed, type Resource } from '../../registry/resource.js';
import { NO_ADMISSION } from '../../registry/write.js';
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
  await Promise.all(
    objects.map(async (object) => {
      const key = objectKey(home.definition, '', metadataOf(object).name ?? '');
      const { entry } = await home.store.get(key, { signal });
      if (entry === undefined) await createMissing(home, object, signal);
    }),
  );
}

/** Creates a cluster-scoped object, unless another replica has just created it. */
export async function createMissing(resource: Resource, object: JsonObject, signal: AbortSignal): Promise<void> {
  const { decode, kind, apiVersion } = resource;
  const wanted = Object.assign(newObject(), { kind, apiVersion }, object);
  try {
    await createObject(resource, decode(wanted).value, startWrite(signal));
  } catch (error) {
    if (!(error instanceof StatusError && error.reason === 'AlreadyExists')) throw error;
  }
}

/** A write of a cluster-scoped object by the start, without admission. */
export function startWrite(signal: AbortSignal) {
  return { namespace: '', dryRun: false, signal, admission: NO_ADMISSION, manager: 'pilothouse' };
}
