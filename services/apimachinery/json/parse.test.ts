import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseJson } from './parse.js';
import { JsonSyntaxError } from './syntax-error.js';
import { deepEqual } from './equal.js';
import { isObject, type JsonValue } from './value.js';
import { writeJson } from './write.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const repeated = (part: string, length: number) => part.repeat(Math.ceil(length / part.length));

/** JSON.parse rounds these, or overflows to infinity. */
const LARGE_NUMBER = /\d{16}|e\+?\d{3}/i;

function errorOf(input: Uint8Array | string, maxDepth?: number): JsonSyntaxError {
  let thrown: unknown;
  try {
    parseJson(input, maxDepth === undefined ? {} : { maxDepth });
  } catch (error) {
    thrown = error;
  }
  assert.ok(thrown instanceof JsonSyntaxError, `${String(thrown)} for ${String(input)}`);
  return thrown;
}

describe('parseJson', () => {
  const values: [string, unknown][] = [
    ['null', null],
    [' \t\r\n true ', true],
    ['false', false],
    ['""', ''],
    [String.raw`"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"`, '"\\/\b\f\n\r\té😀'],
    ['"é😀\u007f"', 'é😀\u007f'],
    ['[]', []],
    ['[ ]', []],
    ['[1, [2], []]', [1, [2], []]],
    ['0', 0],
    ['-0', 0],
    ['-12.5e-1', -1.25],
    ['1E+2', 100],
    ['1e-400', 0],
    ['999999999999999', 999999999999999],
    ['-9007199254740991', -9007199254740991],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['9007199254740993', 9007199254740993n],
    ['-9223372036854775808', -9223372036854775808n],
    [`1${'0'.repeat(999)}`, 10n ** 999n],
  ];
  for (const [text, value] of values) {
    it(`reads ${JSON.stringify(text.slice(0, 40))}`, () => {
      assert.deepEqual(parseJson(text).value, value);
      assert.deepEqual(parseJson(bytes(text)).value, value);
    });
  }

  it('agrees with JSON.parse on everything that it can represent', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 1, 3), (text, indent) => {
        fc.pre(!LARGE_NUMBER.test(text));
        const value = JSON.parse(text) as JsonValue;
        assert.ok(deepEqual(parseJson(bytes(JSON.stringify(value, null, indent))).value, value));
      }),
    );
  });

  it('treats unusual keys like any other', () => {
    const { value, duplicates } = parseJson('{"__proto__":{"a":1},"constructor":2,"toString":3,"":4,"7":5}');
    assert.ok(isObject(value));
    assert.deepEqual(Object.entries(value).flat().length, 10);
    assert.deepEqual(Object.keys(value), ['7', '__proto__', 'constructor', 'toString', '']);
    assert.equal(Object.getPrototypeOf(Object.getPrototypeOf(value)), null);
    assert.deepEqual(duplicates, []);
  });

  const lone: [string, string][] = [
    [String.raw`"\ud800"`, '\ufffd'],
    [String.raw`"a\udc00b"`, 'a\ufffdb'],
    [String.raw`"\ud83d\ud83d\ude00"`, '\ufffd😀'],
    [String.raw`"\uD800\u0041"`, '\ufffdA'],
    [String.raw`"\ude00\ud83d"`, '\ufffd\ufffd'],
  ];
  for (const [text, value] of lone) {
    it(`replaces the lone surrogates of ${text}`, () => assert.equal(parseJson(text).value, value));
  }

  const errors: [string, string, number][] = [
    ['', 'unexpected end of JSON input (line 1, column 1)', 0],
    [' {', 'unexpected end of JSON input (line 1, column 3)', 2],
    ['"a', 'unexpected end of JSON input (line 1, column 3)', 2],
    ['"\\', 'unexpected end of JSON input (line 1, column 3)', 2],
    ['"\\u12', 'unexpected end of JSON input (line 1, column 6)', 5],
    ['[1,', 'unexpected end of JSON input (line 1, column 4)', 3],
    ['tru', 'unexpected end of JSON input (line 1, column 4)', 3],
    ['-', 'unexpected end of JSON input (line 1, column 2)', 1],
    ['{\n  "a": é}', "invalid character 'é' looking for beginning of value (line 2, column 8)", 9],
    ['["é😀" 1]', "invalid character '1' after array element (line 1, column 7)", 10],
    ['[1,]', "invalid character ']' looking for beginning of value (line 1, column 4)", 3],
    ['[1}', "invalid character '}' after array element (line 1, column 3)", 2],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string (line 1, column 8)", 7],
    ['{,}', "invalid character ',' looking for beginning of object key string (line 1, column 2)", 1],
    ["{'a':1}", String.raw`invalid character '\'' looking for beginning of object key string (line 1, column 2)`, 1],
    ['{"a" 1}', "invalid character '1' after object key (line 1, column 6)", 5],
    ['{"a":1 "b":2}', `invalid character '"' after object key:value pair (line 1, column 8)`, 7],
    ['{"a":1]', "invalid character ']' after object key:value pair (line 1, column 7)", 6],
    ['1 2', "invalid character '2' after top-level value (line 1, column 3)", 2],
    ['{}}', "invalid character '}' after top-level value (line 1, column 3)", 2],
    ['01', "invalid character '1' after top-level value (line 1, column 2)", 1],
    ['-a', "invalid character 'a' in numeric literal (line 1, column 2)", 1],
    ['1.x', "invalid character 'x' after decimal point in numeric literal (line 1, column 3)", 2],
    ['1e+x', "invalid character 'x' in exponent of numeric literal (line 1, column 4)", 3],
    ['+1', "invalid character '+' looking for beginning of value (line 1, column 1)", 0],
    ['NaN', "invalid character 'N' looking for beginning of value (line 1, column 1)", 0],
    ['nUll', "invalid character 'U' in literal null (expecting 'u') (line 1, column 2)", 1],
    ['"\u0000"', String.raw`invalid character '\x00' in string literal (line 1, column 2)`, 1],
    ['"\\n\n"', String.raw`invalid character '\n' in string literal (line 1, column 4)`, 3],
    ['"\\x"', "invalid character 'x' in string escape code (line 1, column 3)", 2],
    ['"\\u12g4"', String.raw`invalid character 'g' in \u hexadecimal character escape (line 1, column 6)`, 5],
    ['\ufeff{}', String.raw`invalid character '\ufeff' looking for beginning of value (line 1, column 1)`, 0],
    ['[1,\u00a02]', String.raw`invalid character '\u00a0' looking for beginning of value (line 1, column 4)`, 3],
    ['[1e400]', 'number 1e400 is out of range (line 1, column 2)', 1],
    ['1'.repeat(1001), 'number has more than 1000 digits (line 1, column 1)', 0],
  ];
  for (const [text, message, offset] of errors) {
    it(`rejects ${JSON.stringify(text.slice(0, 40))}`, () => {
      for (const input of [text, bytes(text)]) {
        const error = errorOf(input);
        assert.equal(error.message, message);
        assert.equal(error.offset, offset);
      }
    });
  }

  const invalidUtf8: [number[], number][] = [
    [[0x22, 0xff, 0x22], 1],
    [[0x22, 0xc3, 0xa9, 0xc3, 0x22], 3],
    [[0x22, 0xef, 0xbf, 0xbd, 0xf0, 0x9f, 0x98, 0x80, 0xc0, 0x80, 0x22], 8],
    [[0x22, 0xf0, 0x9f, 0x98, 0x80, 0xef, 0xbf, 0xbd, 0xff, 0x22], 8],
    [[0x22, 0xed, 0xa0, 0x80, 0x22], 1],
    [[0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], 1],
    [[0x31, 0xe2, 0x82], 1],
  ];
  for (const [input, offset] of invalidUtf8) {
    it(`rejects the bytes ${Buffer.from(input).toString('hex')}`, () => {
      const error = errorOf(Uint8Array.from(input));
      assert.match(error.message, /^invalid UTF-8 \(line 1, column \d+\)$/);
      assert.equal(error.offset, offset);
    });
  }

  it('rejects invalid JSON with a syntax error and nothing else', () => {
    const damaged = fc.tuple(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', '"', '}', ']', ',', '\\', '\u0000', '-', 'e', '{'),
    );
    fc.assert(
      fc.property(damaged, ([text, seed, insert]) => {
        const at = seed % (text.length + 1);
        const changed = text.slice(0, at) + insert + text.slice(at + (seed % 2));
        fc.pre(!LARGE_NUMBER.test(changed));
        let expected: JsonValue | undefined;
        try {
          expected = JSON.parse(changed) as JsonValue;
        } catch {
          errorOf(changed);
          return;
        }
        if (!changed.includes('\\')) assert.ok(deepEqual(parseJson(changed).value, expected));
      }),
      { numRuns: 500 },
    );
  });
});

describe('duplicate members', () => {
  const cases: [string, string[]][] = [
    ['{"a":1,"b":2,"a":3}', ['a']],
    ['{"a":1,"a":2,"a":3}', ['a']],
    ['{"metadata":{"labels":{"app":"a","app":"b"}}}', ['metadata.labels.app']],
    ['{"items":[{"x":1,"x":2},{"x":1},{"y":1,"y":1}]}', ['items[0].x', 'items[2].y']],
    ['[[0,{"a":1,"a":2}]]', ['[0][1].a']],
    ['{"a":null,"a":{"b":1,"b":2}}', ['a', 'a.b']],
    ['{"a":{"b":1,"b":2},"a":{"b":1,"b":2}}', ['a.b', 'a']],
    [String.raw`{"a":1,"\u0061":2}`, ['a']],
    ['{"__proto__":1,"__proto__":2,"toString":3}', ['__proto__']],
    ['{"1":1,"01":2,"1":3}', ['1']],
  ];
  for (const [text, paths] of cases) {
    it(`of ${text} are ${paths.join(', ')}`, () => assert.deepEqual(parseJson(text).duplicates, paths));
  }

  it('keep the last value, at the position of the second', () => {
    const text = '{"a":1,"b":2,"c":{"a":1,"b":2},"a":3,"d":4,"c":{"b":5,"a":6,"b":7},"a":8}';
    assert.equal(writeJson(parseJson(text).value), '{"b":2,"a":8,"d":4,"c":{"a":6,"b":7}}');
  });

  it('are listed up to a hundred', () => {
    const members = Array.from({ length: 150 }, (_, index) => `"k${index}":1,"k${index}":2`);
    assert.equal(parseJson(`{${members.join(',')}}`).duplicates.length, 100);
  });
});

describe('hostile JSON', () => {
  it('is limited to 1000 levels', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
      let value: JsonValue | undefined = parseJson(nested(1_000)).value;
      let depth = 0;
      for (; typeof value === 'object' && value !== null; depth++) value = Object.values<JsonValue>(value)[0];
      assert.equal(depth, 1_000);
      assert.match(errorOf(nested(1_001)).message, /^invalid character '.' exceeded max depth \(line 1, column \d+\)$/);
      assert.match(errorOf(nested(100_000)).message, /exceeded max depth/);
      assert.match(errorOf(nested(3), 2).message, /exceeded max depth/);
      parseJson(nested(2), { maxDepth: 2 });
    }
  });

  it('takes linear time for deep duplicates', () => {
    const depth = 900;
    const members = repeated('"a":{"b":1,"b":1},', 1_000_000);
    const text = `${'['.repeat(depth)}{${members}"a":1}${']'.repeat(depth)}`;
    const started = performance.now();
    assert.equal(parseJson(text).duplicates.length, 2);
    assert.ok(performance.now() - started < 5_000);
  });

  // A megabyte takes tens of milliseconds; quadratic time would take minutes.
  const megabyte: [string, string][] = [
    ['a string', `"${repeated('x', 1e6)}"`],
    ['escapes', `"${repeated(String.raw`\ud800\n`, 1e6)}"`],
    ['an open string', `"${repeated('x', 1e6)}`],
    ['white space', repeated(' \n', 1e6)],
    ['an integer', repeated('1', 1e6)],
    ['a decimal', `0.${repeated('1', 1e6)}`],
    ['duplicates', `{${repeated('"a":1,', 1e6)}"a":1}`],
    ['keys', `{${Array.from({ length: 8e4 }, (_, index) => `"k${index}":1`).join(',')}}`],
    ['sparse indices', `{${Array.from({ length: 7e4 }, (_, index) => `"${index * 60_013}":1`).join(',')}}`],
  ];
  for (const [name, text] of megabyte) {
    it(`reads a megabyte of ${name} in linear time`, () => {
      const started = performance.now();
      try {
        parseJson(text);
      } catch (error) {
        assert.ok(error instanceof JsonSyntaxError);
      }
      assert.ok(performance.now() - started < 5_000);
    });
  }
});
