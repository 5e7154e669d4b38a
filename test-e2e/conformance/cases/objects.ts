import { isObject, newObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { Step } from '../case.js';
import { stepsOf } from '../values.js';
import { create } from './steps.js';

/** Other values for some places of an object, as in `spec.containers.0.image`; null takes a field away. */
export type Changes = Readonly<Record<string, JsonValue>>;

/** The object with other values in some places. What is not there yet is made. */
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

/** What matters in answers to objects that are mostly refused. */
const REFUSAL = ['reason', 'message', 'details'];

/** Attempts to make an object, each with other values in some places; nothing is kept. Only refusals are told whole. */
export function attempts(path: string, object: JsonObject, each: readonly Changes[]): readonly Step[] {
  return each.map((changes) => create(path, changed(object, changes), { query: { dryRun: 'All' }, only: REFUSAL }));
}

/** The same where what becomes of the object matters: the named part of it. */
export function variants(path: string, object: JsonObject, part: string, each: readonly Changes[]): readonly Step[] {
  return each.map((changes) =>
    create(path, changed(object, changes), { query: { dryRun: 'All' }, only: ['message', part] }),
  );
}
