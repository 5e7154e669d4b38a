import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseJson } from '../json/parse.js';
import { isObject, newObject, type JsonObject, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { deepEqual } from '../json/equal.js';
import { PatchError, type PatchErrorKind } from './patch-error.js';

/** Parses JSON in tests. */
export function json(text: string): JsonValue {
  return parseJson(text).value;
}

export function jsonObject(text: string): JsonObject {
  const value = json(text);
  assert.ok(isObject(value), text);
  return value;
}

/** Fails unless `actual` equals the parsed text, regardless of key order. */
export function assertJson(actual: JsonValue, expected: string): void {
  assert.ok(deepEqual(actual, json(expected)), `got ${writeJson(actual)}, expected ${expected}`);
}

/** Fails unless `run` throws a PatchError of this kind with this message. */
export function assertRefused(run: () => unknown, kind: PatchErrorKind, message: string | RegExp): void {
  assert.throws(run, (error) => {
    assert.ok(error instanceof PatchError, String(error));
    assert.equal(error.kind, kind, error.message);
    if (typeof message === 'string') assert.equal(error.message, message);
    else assert.match(error.message, message);
    return true;
  });
}

/** Runs `body`, and fails if it modified one of the values. */
export function unchanged<T>(values: readonly JsonValue[], body: () => T): T {
  const before = values.map(writeJson);
  const result = body();
  assert.deepEqual(values.map(writeJson), before);
  return result;
}

/** `{"a":{"a":…}}`, or `[[…]]`, around `core`. */
export function nested(levels: number, core: JsonValue, kind: 'object' | 'list' = 'object'): JsonValue {
  let value = core;
  for (let level = 0; level < levels; level++) {
    value = kind === 'list' ? [value] : Object.assign(newObject(), { a: value });
  }
  return value;
}

export interface SmallJsonOptions {
  readonly nulls: boolean;
}

/** Small documents with few keys, so that two of them have much in common. */
export function smallObject({ nulls }: SmallJsonOptions): fc.Arbitrary<JsonObject> {
  const scalar: fc.Arbitrary<JsonValue> = fc.constantFrom(true, 0, 1, 2n ** 60n, 'x', '', ...(nulls ? [null] : []));
  const key = fc.constantFrom('a', 'b', 'c', '__proto__', 'a/b', 'm~n');
  const { object } = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, scalar, fc.array(tie('value'), { maxLength: 3 }), tie('object')),
    object: fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((members) => {
      const made = newObject();
      for (const [name, value] of members) made[name] = value;
      return made;
    }),
  }));
  return object;
}
