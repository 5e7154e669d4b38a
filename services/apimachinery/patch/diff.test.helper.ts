import { isObject, newObject, ownValue, type JsonObject, type JsonValue } from '../json/value.js';
import { deepEqual } from '../json/equal.js';

interface Step {
  readonly from: JsonObject;
  readonly to: JsonObject;
  /** The changes between both, attached to the parent's patch with the first change. */
  readonly patch: JsonObject;
  readonly parent?: { readonly step: Step; readonly key: string };
}

/**
 * Creates the JSON merge patch (RFC 7386) from `from` to `to`; `{}` if they are equal. Shares values with `to`. A null
 * in `to` cannot be expressed, because it means deletion.
 */
export function createMergePatch(from: JsonObject, to: JsonObject): JsonObject {
  const patch = newObject();
  const steps: Step[] = [{ from, to, patch }];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) diffLevel(step, steps);
  return patch;
}

function diffLevel(step: Step, steps: Step[]): void {
  const { from, to } = step;
  for (const key of Object.keys(from)) if (!Object.hasOwn(to, key)) change(step, key, null);
  for (const key of Object.keys(to)) {
    const before = ownValue(from, key);
    const after = to[key] as JsonValue;
    if (before === after) continue;
    if (isObject(before) && isObject(after)) {
      steps.push({ from: before, to: after, patch: newObject(), parent: { step, key } });
    } else if (before === undefined || !deepEqual(before, after)) {
      change(step, key, after);
    }
  }
}

function change(step: Step, key: string, value: JsonValue): void {
  step.patch[key] = value;
  for (let at = step; at.parent !== undefined; at = at.parent.step) {
    const { step: above, key: name } = at.parent;
    if (Object.hasOwn(above.patch, name)) return;
    above.patch[name] = at.patch;
  }
}
