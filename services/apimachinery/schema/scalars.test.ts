import assert from 'node:assert/strict';
import type { JsonValue } from '../json/value.js';
import { bytes, fieldsV1, rawExtension } from './common.js';
import { Mismatch } from './decode-error.js';
import { scalarDecoder, type ScalarSchema } from './scalars.js';

const TOP = { depth: 0 };

describe('schema/scalars', () => {
  const numbers: readonly (readonly [list: JsonValue[], base64: string])[] = [
    [[], ''],
    [[102, 111], 'Zm8='],
    [[0, null, 255], 'AAD/'],
  ];
  for (const [list, base64] of numbers) {
    it(`reads the bytes ${JSON.stringify(list)} as ${JSON.stringify(base64)}`, () => {
      assert.equal(scalarDecoder(bytes)(list, TOP), base64);
    });
  }

  for (const value of [{ b: null, a: [] }, {}, [1, 'a'], [], 'x', '', 7, 0, 2n ** 60n, true, false]) {
    it(`keeps an untyped ${typeof value === 'bigint' ? value : JSON.stringify(value)} as it is`, () => {
      assert.equal(scalarDecoder(rawExtension)(value, TOP), value);
    });
  }

  const refused: readonly (readonly [
    schema: ScalarSchema,
    value: JsonValue,
    path: string,
    given: string,
    wanted: string,
  ])[] = [
    [bytes, [0, 256], '[1]', 'number 256', 'uint8'],
    [bytes, [-1], '[0]', 'number -1', 'uint8'],
    [bytes, [1.5], '[0]', 'number 1.5', 'uint8'],
    [bytes, [2n ** 60n], '[0]', `number ${2n ** 60n}`, 'uint8'],
    [bytes, ['x'], '[0]', 'string', 'uint8'],
    [bytes, [[]], '[0]', 'array', 'uint8'],
    [bytes, {}, '', 'object', '[]uint8'],
    [bytes, 7, '', 'number', '[]uint8'],
    [fieldsV1, [], '', 'array', 'v1.FieldsV1'],
    [fieldsV1, 'x', '', 'string', 'v1.FieldsV1'],
  ];
  for (const [schema, value, path, given, wanted] of refused) {
    it(`rejects ${given} for ${wanted}`, () => {
      assert.throws(
        () => scalarDecoder(schema)(value, TOP),
        (error) => {
          assert.ok(error instanceof Mismatch);
          assert.deepEqual([error.path, error.given, error.wanted], [path, given, wanted]);
          return true;
        },
      );
    });
  }
});
