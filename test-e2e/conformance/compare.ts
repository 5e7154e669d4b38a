import { isObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { Answer } from './case.js';
import { objectsIn } from './values.js';

/** A position where two lists of answers differ, such as `2.body.metadata.labels`: the index of the answer and the path. */
export interface Deviation {
  readonly at: string;
  /** Undefined if the value is absent. */
  readonly recorded: JsonValue | undefined;
  readonly ours: JsonValue | undefined;
}

/**
 * Every position where our answers differ from the recorded ones. The order of fields is ignored, and that of managers, which
 * depends on whether they wrote in the same second.
 */
export function deviations(recorded: readonly Answer[], ours: readonly Answer[]): readonly Deviation[] {
  return [...differing(managersInOrder(recorded), managersInOrder(ours), [])];
}

const name = (entry: JsonValue): string =>
  isObject(entry) ? JSON.stringify([entry['operation'], entry['manager'], entry['subresource']]) : '';

/** Managers that both sides have come first, so that they are compared with each other. */
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
