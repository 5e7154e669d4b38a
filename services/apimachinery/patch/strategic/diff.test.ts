import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { writeJson } from '../../json/write.js';
import { deepEqual } from '../../json/equal.js';
import { assertJson, assertRefused, jsonObject, unchanged } from '../json.test.helper.js';
import { applyStrategicMergePatch } from './apply.js';
import { createStrategicMergePatch } from './diff.test.helper.js';
import { ITEM, items } from './fixture.test.helper.js';

describe('createStrategicMergePatch', () => {
  const cases: [from: string, to: string, patch: string][] = [
    ['{"name":"a","set":["1"]}', '{"name":"a","set":["1"]}', '{}'],
    ['{"name":"a","value":"b"}', '{"name":"c","other":"d"}', '{"name":"c","value":null,"other":"d"}'],
    ['{"child":{"name":"a","value":"b"}}', '{"child":{"name":"a"}}', '{"child":{"value":null}}'],
    ['{"labels":{"a":"1"}}', '{"labels":{"b":"2"}}', '{"labels":{"a":null,"b":"2"}}'],
    ['{"child":{"name":"a"}}', '{"child":"a"}', '{"child":"a"}'],
    ['{"raw":{"a":{"b":[1]}}}', '{"raw":{"a":{"b":[2]}}}', '{"raw":{"a":{"b":[2]}}}'],
    ['{"atomic":[{"name":"a"}]}', '{"atomic":[{"name":"b"}]}', '{"atomic":[{"name":"b"}]}'],
    [
      '{"kept":{"name":"a","value":"b"}}',
      '{"kept":{"value":"c","name":"a"}}',
      '{"kept":{"value":"c","$retainKeys":["name","value"]}}',
    ],
    ['{"replaced":{"name":"a","value":"b"}}', '{"replaced":{"name":"a"}}', '{"replaced":{"name":"a"}}'],
    ['{"kept":{"name":"a"}}', '{"kept":{}}', '{"kept":{"name":null}}'],
    [
      '{"keptList":[{"name":"a","value":"b"}]}',
      '{"keptList":[{"name":"a","value":"c"}]}',
      '{"keptList":[{"name":"a","value":"c","$retainKeys":["name","value"]}],"$setElementOrder/keptList":[{"name":"a"}]}',
    ],
    ['{}', '{"merged":[{"name":"a"}]}', '{"merged":[{"name":"a"}]}'],
    ['{"merged":[]}', '{"merged":[{"name":"a"}]}', '{"merged":[{"name":"a"}]}'],
    ['{"merged":[{"name":"a"}]}', '{"merged":[]}', '{"merged":[{"name":"a","$patch":"delete"}]}'],
    [
      '{"merged":[{"name":"a"},{"name":"b"}]}',
      '{"merged":[{"name":"b"},{"name":"a"}]}',
      '{"$setElementOrder/merged":[{"name":"b"},{"name":"a"}]}',
    ],
    [
      '{"ports":[{"port":1,"name":"x"},{"port":2},{"port":3}]}',
      '{"ports":[{"port":4},{"port":1,"name":"y"},{"port":3}]}',
      '{"ports":[{"port":4},{"port":1,"name":"y"},{"port":2,"$patch":"delete"}],"$setElementOrder/ports":[{"port":4},{"port":1},{"port":3}]}',
    ],
    [
      '{"set":["a","b"]}',
      '{"set":["c","a"]}',
      '{"set":["c"],"$deleteFromPrimitiveList/set":["b"],"$setElementOrder/set":["c","a"]}',
    ],
    ['{"set":["a"]}', '{"set":[]}', '{"$deleteFromPrimitiveList/set":["a"]}'],
    ['{"extra":{"a":1}}', '{"extra":{"a":1}}', '{}'],
  ];
  for (const [from, to, patch] of cases) {
    it(`${from} to ${to}`, () => {
      assertJson(createStrategicMergePatch(jsonObject(from), jsonObject(to), ITEM), patch);
      assertJson(applyStrategicMergePatch(jsonObject(from), jsonObject(patch), ITEM), to);
    });
  }

  it('rejects values that cannot be patched', () => {
    const refuses = (from: string, to: string, message: RegExp) =>
      assertRefused(() => createStrategicMergePatch(jsonObject(from), jsonObject(to), ITEM), 'notApplicable', message);
    refuses('{"extra":{"a":1}}', '{"extra":{"a":2}}', /^unable to find api field/);
    refuses('{"merged":[{"name":"a"}]}', '{"merged":[{"value":"a"}]}', /does not contain declared merge key: name$/);
    refuses('{"keyless":[{}]}', '{"keyless":[{"name":"a"}]}', /^cannot merge lists without merge key/);
    refuses('{"set":["a"]}', '{"set":["a",1]}', /^list element types are not identical/);
  });

  it('transforms any document into any other', () => {
    const document = items({ nulls: false, directives: false });
    fc.assert(
      fc.property(document, document, (from, to) => {
        const patch = unchanged([from, to], () => createStrategicMergePatch(from, to, ITEM));
        const result = applyStrategicMergePatch(from, patch, ITEM);
        assert.ok(deepEqual(result, to), `${writeJson(patch)} gave ${writeJson(result)}`);
        assert.equal(writeJson(createStrategicMergePatch(to, result, ITEM)), '{}');
      }),
      { numRuns: 2000 },
    );
  });
});
