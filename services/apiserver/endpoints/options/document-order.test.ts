import assert from 'node:assert/strict';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { inDocumentOrder } from './document-order.js';

describe('inDocumentOrder', () => {
  const cases: readonly (readonly [document: string, paths: readonly string[], ordered: readonly string[]])[] = [
    ['{"a":1,"b":2}', [], []],
    ['{"a":1,"b":2}', ['b', 'a'], ['a', 'b']],
    ['{"b":{"x":1},"a":2}', ['a', 'b.x'], ['b.x', 'a']],
    ['{"a":[{"y":1,"x":1},{"x":1}]}', ['a[1].x', 'a[0].x', 'a[0].y'], ['a[0].y', 'a[0].x', 'a[1].x']],
    ['[{"b":1},{"a":1}]', ['[1].a', '[0].b'], ['[0].b', '[1].a']],
    ['{"ab":{"c":1},"a":{"bc":1}}', ['a.bc', 'ab.c'], ['ab.c', 'a.bc']],
    ['{"a.b":{"c":1},"a":{"x":1}}', ['a.x', 'a.b.c'], ['a.b.c', 'a.x']],
    ['{"":1,"a":{"":2}}', ['a.', ''], ['', 'a.']],
    ['{"a":1}', ['z', 'a'], ['a', 'z']],
    ['{"a":{"b":1}}', ['a.b', 'a'], ['a', 'a.b']],
  ];
  for (const [document, paths, ordered] of cases) {
    it(`${document}: ${ordered.join(', ') || 'nothing'}`, () => {
      assert.deepEqual(inDocumentOrder(parseJson(document).value, paths), ordered);
    });
  }

  it('skips unrelated parts of the document', () => {
    const deep = `${'{"a":'.repeat(500)}{"y":1,"x":1}${'}'.repeat(500)}`;
    const at = Array.from({ length: 500 }, () => 'a').join('.');
    assert.deepEqual(inDocumentOrder(parseJson(deep).value, [`${at}.x`, `${at}.y`]), [`${at}.y`, `${at}.x`]);
  });
});
