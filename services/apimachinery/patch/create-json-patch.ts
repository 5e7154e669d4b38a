import { deepEqual } from '../json/equal.js';
import { isObject, newObject, type JsonObject, type JsonValue } from '../json/value.js';

/**
 * Creates the JSON patch (RFC 6902) from `from` to `to`; empty if they are equal. It recurses into objects, replaces
 * lists as a whole, and shares values with `to`.
 */
export function createJsonPatch(from: JsonObject, to: JsonObject): JsonObject[] {
  const patch: JsonObject[] = [];
  const pending = [{ from, to, path: '' }];
  for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
    for (const key of Object.keys(step.from)) {
      if (!Object.hasOwn(step.to, key)) patch.push(operation('remove', childPath(step.path, key)));
    }
    for (const key of Object.keys(step.to)) {
      const path = childPath(step.path, key);
      const after = step.to[key] as JsonValue;
      if (!Object.hasOwn(step.from, key)) {
        patch.push(operation('add', path, after));
        continue;
      }
      const before = step.from[key] as JsonValue;
      if (before === after) continue;
      if (isObject(before) && isObject(after)) pending.push({ from: before, to: after, path });
      else if (!deepEqual(before, after)) patch.push(operation('replace', path, after));
    }
  }
  return patch;
}

function operation(op: string, path: string, value?: JsonValue): JsonObject {
  return Object.assign(newObject(), { op, path, ...(value !== undefined && { value }) });
}

function childPath(path: string, key: string): string {
  return `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
