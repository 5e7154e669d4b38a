import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { anyJson } from '../json/arbitrary.test.helper.js';
import { parseJson } from '../json/parse.js';
import { deepEqual } from '../json/equal.js';
import { type JsonObject, type JsonValue } from '../json/value.js';
import { parseYaml } from './parse.js';
import { writeYaml } from './write.js';

describe('writeYaml', () => {
  const documents: [string, string][] = [
    ['null', 'null\n'],
    ['{}', '{}\n'],
    ['[]', '[]\n'],
    ['"a"', 'a\n'],
    ['{"b":{"y2":1,"x":2},"a":[]}', 'a: []\nb:\n  x: 2\n  y2: 1\n'],
    ['{"a":[1,{"b":2,"c":[]},[3,[4]],{}]}', 'a:\n- 1\n- b: 2\n  c: []\n- - 3\n  - - 4\n- {}\n'],
    ['[{"a":{"b":[1]}}]', '- a:\n    b:\n    - 1\n'],
    [
      '{"a":"x\\ny\\n","b":"x\\n\\ny","c":["x\\n\\n"],"d":1}',
      'a: |\n  x\n  y\nb: |-\n  x\n\n  y\nc:\n- |+\n  x\n\nd: 1\n',
    ],
    ['[12345678901234567890,-0.5,1e21,1e-7,true]', '- 12345678901234567890\n- -0.5\n- 1e+21\n- 1e-7\n- true\n'],
  ];
  for (const [json, yaml] of documents) {
    it(`writes ${json}`, () => assert.equal(writeYaml(parseJson(json).value), yaml));
  }

  const texts: [string, string][] = [
    ['nginx:1.25', 'nginx:1.25'],
    ['10.0.0.1', '10.0.0.1'],
    ['a b', 'a b'],
    ['-a', '-a'],
    ['a#b', 'a#b'],
    ['http://x?y=[1]', 'http://x?y=[1]'],
    ['é😀', 'é😀'],
    ...['yes', 'No', 'y', 'on', '~', 'null', 'TRUE', '1', '1e3', '0x1', '012', '1_0', '0b1', '.5', '.inf'].map(quoted),
    ...['2001-01-01', '2026-11-20T00:00:00Z', '1:30', '-12:30:45.6', '1_0.5_0', ''].map(quoted),
    ['a: b', "'a: b'"],
    ['a:', "'a:'"],
    ['a #b', "'a #b'"],
    ['- a', "'- a'"],
    ['-', "'-'"],
    ['---', "'---'"],
    ['{a', "'{a'"],
    ["'a'", "'''a'''"],
    [' a', "' a'"],
    ['<<', "'<<'"],
    ['=', "'='"],
    ['a\tb', String.raw`"a\tb"`],
    ['a\r', String.raw`"a\r"`],
    ['\u0007\u0085\u2028\ufeff', String.raw`"\u0007\u0085\u2028\ufeff"`],
    [' a\n', String.raw`" a\n"`],
    ['\na', String.raw`"\na"`],
    ['a \nb', String.raw`"a \nb"`],
  ];
  function quoted(text: string): [string, string] {
    return [text, JSON.stringify(text)];
  }
  for (const [text, yaml] of texts) {
    it(`writes the text ${JSON.stringify(text)}`, () => {
      assert.equal(writeYaml(text), `${yaml}\n`);
      assert.equal(writeYaml({ k: text }), `k: ${yaml}\n`);
      if (!text.includes('\n')) assert.equal(writeYaml({ [text]: 1 }), `${yaml}: 1\n`);
    });
  }

  it('omits undefined members', () => {
    const some = { a: undefined, b: { c: undefined }, d: [{ e: undefined, f: 1 }] } as unknown as JsonObject;
    assert.equal(writeYaml(some), 'b: {}\nd:\n- f: 1\n');
  });

  it('writes long keys and deep values in readable form', () => {
    const long = 'k'.repeat(2000);
    for (const value of [{ [long]: 1 }, { [long]: [1, { [long]: { a: [] } }] }, [{ [long]: 'a\nb' }]]) {
      assert.ok(deepEqual(parseYaml(writeYaml(value)).value, value));
    }
    const deep = parseJson(`${'[{"a":'.repeat(220)}1${'}]'.repeat(220)}`).value;
    assert.ok(deepEqual(parseYaml(writeYaml(deep)).value, deep));
    assert.ok(writeYaml(parseJson(`${'['.repeat(1_000)}${']'.repeat(1_000)}`).value).length < 100_000);
  });

  const same = (value: JsonValue) => {
    const text = writeYaml(value);
    const read = parseYaml(text);
    assert.ok(deepEqual(read.value, value), text);
    assert.deepEqual(read.duplicates, []);
  };

  it('round-trips through parseYaml', () => {
    fc.assert(fc.property(anyJson(), same), { numRuns: 300 });
  });

  it('round-trips every text', () => {
    const unit = fc.constantFrom(
      ...'aeyx.0189_+-:?#{[,|>\'"\\%@&*!=<~ \t\n\r'.split(''),
      '\u0085',
      '\u2028',
      '\ufeff',
      '😀',
    );
    const text = fc.oneof(fc.string({ unit, maxLength: 12 }), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(text, text, (a, b) => {
        same(a);
        same([a, [b], { a: b }]);
        same({ [a]: b, [`${a}.`]: [b], [`${a}_`]: { [b]: a } });
      }),
      { numRuns: 1000 },
    );
  });
});
