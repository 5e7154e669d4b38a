import { isObject, newObject, ownValue, type JsonObject, type JsonValue } from '../json/value.js';
import { PatchError } from './patch-error.js';

interface Step {
  /** Undefined if the document has no object to merge into. */
  readonly target: JsonObject | undefined;
  readonly patch: JsonObject;
  /** Receives the merged members. */
  readonly result: JsonObject;
}

/**
 * Applies a JSON merge patch (RFC 7386) and returns the new document, which shares unchanged parts with the inputs. The
 * inputs are not modified. Throws PatchError `malformed` if the patch is not an object.
 */
export function applyMergePatch(document: JsonValue, patch: JsonValue): JsonObject {
  if (!isObject(patch)) throw new PatchError('malformed', 'Invalid JSON Patch: a merge patch must be an object');
  const result = newObject();
  const steps: Step[] = [{ target: isObject(document) ? document : undefined, patch, result }];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) mergeLevel(step, steps);
  return result;
}

/** Merges one level and pushes nested objects to `steps`. */
function mergeLevel({ target, patch, result }: Step, steps: Step[]): void {
  if (target !== undefined) {
    for (const key of Object.keys(target)) {
      const value = target[key] as JsonValue;
      const change = ownValue(patch, key);
      if (change === undefined) result[key] = value;
      else mergeMember(key, isObject(value) ? value : undefined, change, result, steps);
    }
  }
  for (const key of Object.keys(patch)) {
    if (target !== undefined && Object.hasOwn(target, key)) continue;
    mergeMember(key, undefined, patch[key] as JsonValue, result, steps);
  }
}

function mergeMember(
  key: string,
  target: JsonObject | undefined,
  change: JsonValue,
  result: JsonObject,
  steps: Step[],
): void {
  if (change === null) return;
  if (!isObject(change)) {
    result[key] = change;
    return;
  }
  const merged = newObject();
  result[key] = merged;
  steps.push({ target, patch: change, result: merged });
}
