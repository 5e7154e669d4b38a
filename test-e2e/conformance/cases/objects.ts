import { isObject, newObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { Step } from '../case.js';
import { stepsOf } from '../values.js';
import { create } from './steps.js';

/** Changes of an object: paths such as `spec.containers.0.image`, and their values. null removes a field. */
export type Changes = Readonly<Record<string, JsonValue>>;

/** The object with these changes. Missing parents are created. */
export function changed(object: JsonObject, changes: Changes): JsonObject {
  return Object.entries(changes).reduce<JsonObject>((made, [path, value]) => {
    return put(made, stepsOf(path), value) as JsonObject;
  }, object);
}

function put(target: JsonValue | undefined, [step, ...rest]: readonly string[], value: JsonValue): JsonValue {
  if (step === undefined) return value;
  if (/^\d+$/.test(step)) {
    const list = Array.isArray(target) ? [...target] : [];
    list[Number(step)] = put(list[Number(step)], rest, value);
    return list;
  }
  const members = isObject(target) ? target : newObject();
  const made = Object.assign(newObject(), members, { [step]: put(members[step], rest, value) });
  if (value === null && rest.length === 0) delete made[step];
  return made;
}

/** The compared part of the response to an attempt. */
const REFUSAL = ['reason', 'message', 'details'];

/** Dry-run creates of an object, each with other changes. Only errors are compared as a whole. */
export function attempts(path: string, object: JsonObject, each: readonly Changes[]): readonly Step[] {
  return each.map((changes) => create(path, changed(object, changes), { query: { dryRun: 'All' }, only: REFUSAL }));
}

/** The same, but the named part of the resulting object is compared. */
export function variants(path: string, object: JsonObject, part: string, each: readonly Changes[]): readonly Step[] {
  return each.map((changes) =>
    create(path, changed(object, changes), { query: { dryRun: 'All' }, only: ['message', part] }),
  );
}
