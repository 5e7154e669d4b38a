import type { PersistentVolumeClaim } from '@pilothouse/apimachinery/generated/core/v1.js';
import { isSame } from '@pilothouse/apimachinery/json/equal.js';
import { copyObject, isObject, newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';

/** The fields of a claim's status that kubelets write after they have resized the volume. */
const WRITABLE = ['capacity', 'conditions', 'allocatedResourceStatuses', 'allocatedResources'];

/** Why a kubelet may not write the status of the claim: it changes other fields. */
export function claimStatusProblem(
  node: string,
  claim: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
): string | undefined {
  const changed = changedFields(comparable(claim), comparable(old));
  if (changed.length === 0) return undefined;
  const what = 'is not allowed to update fields other than status.quantity and status.conditions';
  return `node ${JSON.stringify(node)} ${what}: ${changed.join(', ')}`;
}

/** The claim without what may differ. */
function comparable({ metadata, spec, status }: PersistentVolumeClaim): JsonObject {
  return Object.assign(newObject(), {
    metadata: without(metadata, ['resourceVersion', 'managedFields']),
    spec,
    status: without(status, WRITABLE),
  });
}

function without(object: JsonObject, names: readonly string[]): JsonObject {
  const copy = copyObject(object);
  for (const name of names) delete copy[name];
  return copy;
}

/** The paths of the differing fields at the second level: `metadata.labels`. */
function changedFields(object: JsonObject, old: JsonObject): string[] {
  return Object.keys(object).flatMap((part) => {
    const [now, before] = [object[part], old[part]].map((each) => (isObject(each) ? each : newObject()));
    const names = new Set([...Object.keys(now ?? {}), ...Object.keys(before ?? {})]);
    return [...names].filter((name) => !isSame(now?.[name], before?.[name])).map((name) => `${part}.${name}`);
  });
}
