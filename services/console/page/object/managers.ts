import type { ApiObject, FieldSet, Json } from '../api/types.js';
import { childAt, stepOf } from './field-set.js';
import type { Path } from './yaml-lines.js';

/** A manager of a field. */
export interface Owner {
  readonly manager: string;
  /** `Apply` or `Update`. */
  readonly operation: string;
  readonly time: string;
}

/** The managers of each field, by its path as JSON. */
export function managersOf(object: ApiObject): ReadonlyMap<string, readonly Owner[]> {
  const found = new Map<string, Owner[]>();
  for (const { manager = '', operation = '', time = '', subresource, fieldsV1 = {} } of object.metadata.managedFields ??
    []) {
    const owner = { manager: subresource === undefined ? manager : `${manager} (${subresource})`, operation, time };
    visit(fieldsV1, object as unknown as Json, [], (path) => {
      const key = JSON.stringify(path);
      const owners = found.get(key);
      if (owners === undefined) found.set(key, [owner]);
      else owners.push(owner);
    });
  }
  return found;
}

/** Calls `onField` for each leaf of a field set that is in the value. */
function visit(set: FieldSet, value: Json | undefined, path: Path, onField: (path: Path) => void): void {
  const keys = Object.keys(set);
  if (path.length > 0 && (keys.length === 0 || set['.'] !== undefined)) onField(path);
  for (const key of keys) {
    const step = stepOf(value, key);
    const child = childAt(value, step);
    if (step !== undefined && child !== undefined) visit(set[key] ?? {}, child, [...path, step], onField);
  }
}
