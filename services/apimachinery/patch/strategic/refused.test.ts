import { assertRefused, jsonObject, unchanged } from '../json.test.helper.js';
import type { PatchErrorKind } from '../patch-error.js';
import { applyStrategicMergePatch } from './apply.js';
import { ITEM } from './fixture.test.helper.js';

describe('rejected strategic merge patches', () => {
  const refused: [kind: PatchErrorKind, document: string, patch: string, message: string | RegExp][] = [
    ['malformed', '{}', '{"$patch":"merge","a":1}', 'unknown patch type: merge in map: map[$patch:merge a:1]'],
    ['malformed', '{"child":{}}', '{"child":{"$patch":null}}', 'unknown patch type: <nil> in map: map[$patch:<nil>]'],
    [
      'malformed',
      '{"merged":[]}',
      '{"merged":[{"$patch":"merge"}]}',
      'merging lists cannot yet be specified in the patch',
    ],
    [
      'malformed',
      '{"merged":[]}',
      '{"merged":[{"$patch":["delete"],"name":"a"}]}',
      'unknown patch type: [delete] in map: map[$patch:[delete] name:a]',
    ],

    [
      'notApplicable',
      '{"merged":[{"name":"a"}]}',
      '{"merged":[{"value":"b","port":1}]}',
      'map: map[port:1 value:b] does not contain declared merge key: name',
    ],
    [
      'notApplicable',
      '{"merged":[{"value":"a"}]}',
      '{"merged":[{"name":"b"}]}',
      'map: map[value:a] does not contain declared merge key: name',
    ],
    [
      'notApplicable',
      '{"merged":[]}',
      '{"merged":[{"$patch":"delete"}]}',
      'map: map[$patch:delete] does not contain declared merge key: name',
    ],
    [
      'notApplicable',
      '{"merged":[{"name":"a"}]}',
      '{"merged":[{"name":"a"},{}, {"$patch":"replace"}]}',
      'map: map[] does not contain declared merge key: name',
    ],
    [
      'notApplicable',
      '{"merged":[{"name":"a"}]}',
      '{"merged":[{"name":{"b":1}}]}',
      'expected a scalar, but received map[b:1]',
    ],
    [
      'notApplicable',
      '{"merged":[{"name":"a"}]}',
      '{"merged":["b"]}',
      'list element types are not identical: [[map[name:a]] [b]]',
    ],
    ['notApplicable', '{"merged":[]}', '{"merged":["b"]}', 'expected a map[string]interface {}, but received a string'],
    ['notApplicable', '{"set":["a"]}', '{"set":["b",1]}', 'list element types are not identical: [[a] [b 1]]'],
    ['notApplicable', '{"set":["a"]}', '{"set":[null]}', /not identical/],
    ['notApplicable', '{"set":[]}', '{"set":[["a"]]}', 'lists of lists are not supported'],
    ['notApplicable', '{"keyless":[{}]}', '{"keyless":[{}]}', /^cannot merge lists without merge key/],
    [
      'notApplicable',
      '{"extra":{}}',
      '{"extra":{"a":1}}',
      'unable to find api field in struct Item for the json field "extra"',
    ],
    [
      'notApplicable',
      '{"extra":[]}',
      '{"extra":[]}',
      'unable to find api field in struct Item for the json field "extra"',
    ],
    [
      'notApplicable',
      '{}',
      '{"$setElementOrder/extra":[]}',
      'unable to find api field in struct Item for the json field "extra"',
    ],
    [
      'notApplicable',
      '{"name":{"a":{}}}',
      '{"name":{"a":{}}}',
      'merging an object in json but data type is not struct, instead is: string',
    ],
    ['notApplicable', '{"child":[]}', '{"child":[]}', 'expected slice or array type, but got: struct'],

    ['malformed', '{"set":["a"]}', '{"$deleteFromPrimitiveList":["a"]}', 'invalid patch format of primitive list'],
    ['malformed', '{"set":["a"]}', '{"$deleteFromPrimitiveList/set":"a"}', 'invalid patch format of primitive list'],
    [
      'malformed',
      '{"merged":[{"name":"a"}]}',
      '{"$deleteFromPrimitiveList/merged":[{"name":"a"}]}',
      'invalid patch format of primitive list',
    ],
    [
      'notApplicable',
      '{"set":["a"]}',
      '{"$deleteFromPrimitiveList/set":[1]}',
      'list element types are not identical: [[a] [1]]',
    ],
    ['malformed', '{"kept":{}}', '{"kept":{"$retainKeys":"name"}}', 'invalid patch format of retainKeys'],
    ['malformed', '{"kept":{}}', '{"kept":{"$retainKeys":["name"],"value":"a"}}', 'invalid patch format of retainKeys'],

    ['malformed', '{"set":["a"]}', '{"$setElementOrder":["a"]}', 'invalid patch format of setElementOrder list'],
    ['malformed', '{"set":["a"]}', '{"$setElementOrder/set":"a"}', 'expected a []interface {}, but received a string'],
    [
      'malformed',
      '{"set":["a"]}',
      '{"$setElementOrder/set":["a"],"set":null}',
      'expected a []interface {}, but received a nil',
    ],
    ['notApplicable', '{"set":1}', '{"$setElementOrder/set":["a"]}', 'expected a []interface {}, but received a int64'],
    [
      'malformed',
      '{"merged":[{"name":"1"}]}',
      '{"$setElementOrder/merged":[{"name":"1"},{"name":"3"}],"merged":[{"name":"3"},{"name":"1"}]}',
      "The order in patch list:\n[map[name:3] map[name:1]]\n doesn't match $setElementOrder list:\n[map[name:1] map[name:3]]\n",
    ],
    [
      'malformed',
      '{}',
      '{"$setElementOrder/set":["1","2"],"set":["2","3"]}',
      "The order in patch list:\n[2 3]\n doesn't match $setElementOrder list:\n[1 2]\n",
    ],
    [
      'notApplicable',
      '{"merged":[{"name":"1"}]}',
      '{"$setElementOrder/merged":[{"value":"1"}]}',
      'map: map[value:1] does not contain declared merge key: name',
    ],
    [
      'notApplicable',
      '{"merged":[{"name":"1"}]}',
      '{"$setElementOrder/merged":["1"]}',
      'expected a map[string]interface {}, but received a string',
    ],
    [
      'notApplicable',
      '{"atomic":[{"name":"1"}]}',
      '{"$setElementOrder/atomic":[{"name":"1"}]}',
      'expected a scalar, but received map[name:1]',
    ],
  ];
  for (const [kind, document, patch, message] of refused) {
    it(`rejects as ${kind} on ${document}: ${patch}`, () => {
      const inputs = [jsonObject(document), jsonObject(patch)] as const;
      unchanged(inputs, () => assertRefused(() => applyStrategicMergePatch(...inputs, ITEM), kind, message));
    });
  }
});
