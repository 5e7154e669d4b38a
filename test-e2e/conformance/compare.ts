import { isObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { Answer } from './case.js';
import { objectsIn } from './values.js';

/** A place where two lists of answers differ, such as `2.body.metadata.labels`: the answer's number, counted from 0, and the way there. */
export interface Deviation {
  readonly at: string;
  /** Undefined where there is nothing. */
  readonly recorded: JsonValue | undefined;
  readonly ours: JsonValue | undefined;
}

/**
 * Every place where our answers are not the recorded ones. The order of fields does not count, nor that of managers, which
 * depends on whether they have written in the same second.
 */
export function deviations(recorded: readonly Answer[], ours: readonly Answer[]): readonly Deviation[] {
  return [...differing(managersInOrder(recorded), managersInOrder(ours), [])];
}

const name = (entry: JsonValue): string =>
  isObject(entry) ? JSON.stringify([entry['operation'], entry['manager'], entry['subresource']]) : '';

/** Managers that both sides know come first, so that they are compared with themselves. */
function sharedFirst(entries: readonly JsonValue[], others: readonly JsonValue[]): JsonValue {
  const known = new Set(others.map(name));
  const isKnown = (entry: JsonValue): boolean => known.has(name(entry));
  return [...entries.filter(isKnown), ...entries.filter((entry) => !isKnown(entry))];
}

function managersInOrder(answers: readonly Answer[]): JsonValue {
  const copy = structuredClone(answers) as unknown as JsonValue;
  for (const { managedFields } of objectsIn(copy)) {
    if (Array.isArray(managedFields)) managedFields.sort((a, b) => (name(a) < name(b) ? -1 : 1));
  }
  return copy;
}

function* differing(
  recorded: JsonValue | undefined,
  ours: JsonValue | undefined,
  way: readonly string[],
): Generator<Deviation> {
  if (recorded === ours) return;
  const isManagers = way.at(-1) === 'managedFields' && Array.isArray(recorded) && Array.isArray(ours);
  const [there, here] = isManagers
    ? [partsOf(sharedFirst(recorded, ours)), partsOf(sharedFirst(ours, recorded))]
    : [partsOf(recorded), partsOf(ours)];
  if (there === undefined || here === undefined || Array.isArray(recorded) !== Array.isArray(ours)) {
    yield { at: way.join('.'), recorded, ours };
    return;
  }
  for (const key of new Set([...there.keys(), ...here.keys()])) {
    yield* differing(there.get(key), here.get(key), [...way, key]);
  }
}

function partsOf(value: JsonValue | undefined): ReadonlyMap<string, JsonValue> | undefined {
  if (Array.isArray(value)) return new Map(value.map((item, index) => [String(index), item]));
  return isObject(value) ? new Map(Object.entries(value)) : undefined;
}
