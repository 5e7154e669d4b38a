import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { deepCopy, isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { AUTO_UPDATE_ANNOTATION } from '@pilothouse/kinds/flowcontrol/make.js';
import { MANDATORY_FLOW_SCHEMAS, MANDATORY_PRIORITY_LEVELS } from '@pilothouse/kinds/flowcontrol/mandatory.js';
import { SUGGESTED_FLOW_SCHEMAS, SUGGESTED_PRIORITY_LEVELS } from '@pilothouse/kinds/flowcontrol/suggested.js';
import { collectionPrefix } from '../../registry/keys.js';
import { resourceNamed, type Resource } from '../../registry/resource.js';
import { updateObject } from '../../registry/update.js';
import { createMissing, startWrite } from '../start/bootstrap.js';

/**
 * Creates missing FlowSchemas and PriorityLevelConfigurations, both mandatory and suggested ones. Existing ones get the
 * specification of this release, unless an administrator has changed it. Several replicas may do so concurrently.
 */
export async function bootstrapFlowControl(
  resources: readonly Resource[],
  domain: Domain,
  signal: AbortSignal,
): Promise<void> {
  const group = domain.group('flowcontrol.apiserver');
  const levels = [...MANDATORY_PRIORITY_LEVELS, ...SUGGESTED_PRIORITY_LEVELS];
  const schemas = [...MANDATORY_FLOW_SCHEMAS, ...SUGGESTED_FLOW_SCHEMAS];
  await Promise.all([
    ensureAll(resourceNamed(resources, group, 'prioritylevelconfigurations'), levels, signal),
    ensureAll(resourceNamed(resources, group, 'flowschemas'), schemas, signal),
  ]);
}

async function ensureAll(resource: Resource, objects: readonly JsonObject[], signal: AbortSignal): Promise<void> {
  const { store, stored, definition } = resource;
  const prefix = collectionPrefix(definition, '');
  const { entries } = await store.list(prefix, { signal });
  const entryOf = new Map(entries.map((entry) => [entry.key.slice(prefix.length), entry]));
  await Promise.all(
    objects.map(async (object) => {
      const { name = '' } = metadataOf(object);
      const entry = entryOf.get(name);
      if (entry === undefined) return createMissing(resource, object, signal);
      if (needsUpdate(stored.decode(entry), object)) await updateSpec(resource, object, signal);
    }),
  );
}

/** Without the annotation, an object at generation 1 has the specification with which a server created it. */
function needsUpdate(live: JsonObject, wanted: JsonObject): boolean {
  const { annotations = {}, generation = 1 } = metadataOf(live);
  const automatic = annotations[AUTO_UPDATE_ANNOTATION] ?? String(Number(generation) === 1);
  return automatic === 'true' && !deepEqual(live['spec'] ?? null, specFor(live, wanted));
}

/** Administrators may set the shares and the lendable percentage of the priority level `exempt`, as in Kubernetes. */
function specFor(live: JsonObject, wanted: JsonObject): JsonValue {
  const { spec = null } = wanted;
  if (!isObject(spec) || spec['exempt'] === undefined) return spec;
  const { spec: present = null } = live;
  return isObject(present) && isObject(present['exempt']) ? { ...spec, exempt: present['exempt'] } : spec;
}

async function updateSpec(resource: Resource, wanted: JsonObject, signal: AbortSignal): Promise<void> {
  const { name = '' } = metadataOf(wanted);
  const change = (live: JsonObject): JsonObject =>
    needsUpdate(live, wanted) ? { ...live, spec: deepCopy(specFor(live, wanted)) } : live;
  try {
    await updateObject(resource, { ...startWrite(signal), name, subresource: '', change });
  } catch (error) {
    // An administrator has deleted it, or another replica has updated it.
    if (!(error instanceof StatusError && ['NotFound', 'Conflict'].includes(error.reason))) throw error;
  }
}
