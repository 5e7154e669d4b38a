import assert from 'node:assert/strict';
import { parseJson } from '../json/parse.js';
import type { JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { parseYaml, type ParseYamlOptions } from './parse.js';
import { YamlSyntaxError } from './syntax-error.js';

const jsonOf = (text: string) => writeJson(parseYaml(text).value);

function errorOf(input: Uint8Array | string, options: ParseYamlOptions = {}): YamlSyntaxError {
  let thrown: unknown;
  try {
    parseYaml(input, options);
  } catch (error) {
    thrown = error;
  }
  assert.ok(thrown instanceof YamlSyntaxError, `${String(thrown)} for ${String(input).slice(0, 100)}`);
  return thrown;
}

describe('parseYaml', () => {
  const scalars: [string, JsonValue][] = [
    ...['', '~', 'null', 'Null', 'NULL', '!!null ""'].map((text): [string, null] => [text, null]),
    ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'on', 'ON', '!!bool "on"'].map((text): [string, true] => [
      text,
      true,
    ]),
    ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'off', 'OFF'].map((text): [string, false] => [text, false]),
    ...[
      'nULL',
      'yEs',
      'tRUE',
      'nil',
      'yess',
      '1.2.3',
      '10.0.0.1',
      '0x',
      '0b2',
      '1e',
      '.',
      '+',
      '-a',
      '_1',
      '1:30',
      '<',
    ].map((text): [string, string] => [text, text]),
    ['0', 0],
    ['-12', -12],
    ['+5', 5],
    ['1_000', 1000],
    ['0x1F', 31],
    ['-0x1f', -31],
    ['017', 15],
    ['0o17', 15],
    ['0b101', 5],
    ['08', 8],
    ['9007199254740993', 9007199254740993n],
    ['-123456789012345678901234567890', -123456789012345678901234567890n],
    ['0xffffffffffffffff', 18446744073709551615n],
    ['0xd8da6bf26964af9d7eed9e03e53415d37aa96045', '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'],
    ['1e3', 1000],
    ['-1.5E-1', -0.15],
    ['.5', 0.5],
    ['1.', 1],
    ['1e400', '1e400'],
    ['!!float 5', 5],
    ['2001-12-14', '2001-12-14'],
    ['2001-12-14t21:59:43.10-05:00', '2001-12-14t21:59:43.10-05:00'],
    ['!!timestamp 2001-12-14', '2001-12-14'],
    ['"yes"', 'yes'],
    ["'1'", '1'],
    ['!!str 1', '1'],
    ['! 1', '1'],
    ['!mine 1', '1'],
    ['!!binary aGVsbG8=', 'hello'],
    [String.raw`"\x41\u00e9\U0001F600\n"`, 'Aé😀\n'],
    ["'it''s'", "it's"],
    ['a\n b\n\n c', 'a b\nc'],
    ['|\n a\n  b\n\n', 'a\n b\n'],
    ['|-\n a\n', 'a'],
    ['|+\n a\n\n', 'a\n\n'],
    ['>\n a\n b\n', 'a b\n'],
    ['--- |\n"a\n', '"a\n'],
    ['nginx:1.25 # image', 'nginx:1.25'],
    ['é😀', 'é😀'],
    ['\ufeffa', 'a'],
  ];
  for (const [text, value] of scalars) {
    it(`reads ${JSON.stringify(text)} as ${typeof value === 'bigint' ? value : JSON.stringify(value)}`, () => {
      assert.strictEqual(parseYaml(text).value, value);
    });
  }

  const documents: [string, string][] = [
    ['a: 1\nb:\n- x\n- c: [1, {z: }]\n', '{"a":1,"b":["x",{"c":[1,{"z":null}]}]}'],
    ['---\na: 1\n...\n', '{"a":1}'],
    ['%YAML 1.1\n---\na: 0o7\n', '{"a":7}'],
    ['# only a comment\n', 'null'],
    ['---\n---\na: 1\n---\n', '{"a":1}'],
    ['{a: 1, "b":2, c}', '{"a":1,"b":2,"c":null}'],
    ['? a\n: 1\n? b\n', '{"a":1,"b":null}'],
    [
      '1: a\n1.50: b\n1e6: c\n1e-5: d\n0x10: e\nyes: f\n.inf: g\n9007199254740993: h\n2001-01-01: i\n1234567.5: j',
      '{"1":"a","16":"e","1.5":"b","1e+06":"c","1e-05":"d","true":"f",".inf":"g","9007199254740993":"h","2001-01-01":"i","1.2345675e+06":"j"}',
    ],
    ['__proto__: {a: 1}\nconstructor: 2', '{"__proto__":{"a":1},"constructor":2}'],
    ['a: &x [1, 2]\nb: 1\nc: *x', '{"a":[1,2],"b":1,"c":[1,2]}'],
    ['- &a x\n- *a\n- &a z\n- *a', '["x","x","z","z"]'],
    ['- &x [&y 1, *y]\n- &y 2\n- *x\n- *y', '[[1,1],2,[1,1],2]'],
    ['- &k name\n- {*k : 1}', '["name",{"name":1}]'],
    ['a: &a {x: 1, z: 2}\nb:\n  x: 0\n  <<: *a', '{"a":{"x":1,"z":2},"b":{"x":0,"z":2}}'],
    ['b:\n  <<: [{x: 1}, {x: 2, z: 3}]\n  z: 4', '{"b":{"z":4,"x":1}}'],
    ['a: &a {x: 1}\nb: &b {<<: *a, z: 2}\nc: {<<: *b}', '{"a":{"x":1},"b":{"z":2,"x":1},"c":{"z":2,"x":1}}'],
    ['"<<": 1', '{"<<":1}'],
    ['{"a": 9007199254740993, "b": "\\/"}', '{"a":9007199254740993,"b":"/"}'],
    ['{"a": 1, }', '{"a":1}'],
  ];
  for (const [text, json] of documents) it(`reads ${JSON.stringify(text)}`, () => assert.equal(jsonOf(text), json));

  it('reads JSON as the JSON parser does', () => {
    const text = `{"a":[1,-2.5e3,true,null,"\\u00e9\\n"],"b":{"":{}},"c":${'['.repeat(900)}${']'.repeat(900)}}`;
    assert.equal(jsonOf(text), writeJson(parseJson(text).value));
  });

  it('reports duplicates with their paths, and keeps the last', () => {
    const { value, duplicates } = parseYaml(
      'metadata:\n  labels: {app: a, app: b}\nitems:\n- x: 1\n  x: 2\n1: a\n"1": b\n',
    );
    assert.deepEqual(duplicates, ['metadata.labels.app', 'items[0].x', '1']);
    assert.equal(writeJson(value), '{"1":"b","metadata":{"labels":{"app":"b"}},"items":[{"x":2}]}');
    assert.deepEqual(parseYaml('a: &a {x: 1, x: 2}\nb: *a\nc: {<<: *a, x: 3}').duplicates, ['a.x']);
    assert.equal(jsonOf('a: 1\nb: 2\na: 3\nc: 4\na: 5\n'), '{"b":2,"a":5,"c":4}');
  });

  const errors: [string, RegExp][] = [
    ['a: b: c', /^yaml: Nested mappings are not allowed .* \(line 1, column 4\)$/],
    ['a: 1\nb', /Implicit map keys need to be followed by map values \(line 2, column 1\)$/],
    ['a:\n\t- b', /\(line 2, column 1\)$/],
    ['[1, 2', /\(line 1, column \d\)$/],
    ['a: "b', /quoted scalar|quote/],
    ['"\\"', /unexpected end of stream while scanning a quoted scalar \(line 1, column 4\)$/],
    ["a: 'it''", /unexpected end of stream/],
    ['a: *b', /unknown anchor 'b' referenced \(line 1, column 4\)$/],
    ['é: 😀\nb: *c', /\(line 2, column 4\)$/],
    ['a: 1\n---\nb: 2\n', /expected a single document, but another one begins here \(line 2, column 1\)$/],
    ['a: .inf', /unsupported value: \.inf \(line 1, column 4\)$/],
    ['~: 1', /unsupported map key: null \(line 1, column 1\)$/],
    ['? [a]\n: 1', /invalid map key: only scalars can be keys/],
    ['a: !!int b', /cannot decode !!string `b` as a !!int/],
    ['a: !!binary "%"', /!!binary value contains invalid base64 data/],
    ['<<: 1', /map merge requires map or sequence of maps as the value/],
    ['<<:', /map merge requires/],
    ['a: &a [{}]\nb: {<<: [*a]}', /map merge requires/],
    ['a: \u0001', /control characters are not allowed \(line 1, column 4\)$/],
    ['a: "\u0000"', /control characters are not allowed/],
    ['a: \ud800', /control characters are not allowed/],
    ['&a &b c', /at most one anchor/],
  ];
  for (const [text, message] of errors) {
    it(`rejects ${JSON.stringify(text)}`, () => assert.match(errorOf(text).message, message));
  }

  it('rejects bytes that are not UTF-8', () => {
    const error = errorOf(Uint8Array.from([0x61, 0x3a, 0x20, 0xff]));
    assert.equal(error.message, 'yaml: invalid UTF-8 (line 1, column 4)');
    assert.equal(error.offset, 3);
    assert.equal(writeJson(parseYaml(new TextEncoder().encode('é: ü')).value), '{"é":"ü"}');
  });
});

describe('hostile YAML', () => {
  const repeated = (part: string) => part.repeat(Math.floor(300_000 / part.length));

  // Limits count tokens, levels or copies, and do not depend on the speed of the machine.
  const stopped: [string, string, RegExp][] = [
    ['flow lists', `[${repeated('[],')}]`, /more than 40000 tokens/],
    ['lists', repeated('- a\n'), /more than 40000 tokens/],
    ['line breaks', `a:\n${repeated('\n')} b`, /more than 40000 tokens/],
    ['comments', `a:\n${repeated('#\n')} b`, /more than 40000 tokens/],
    ['documents', repeated('---\n'), /more than 40000 tokens/],
    ['commas', `[${','.repeat(30_000)}]`, /Unexpected , in flow sequence \(line 1, column 3\)/],
    ['anchors', `${'&a '.repeat(15_000)}x`, /at most one anchor \(line 1, column 4\)/],
    ['quotes', repeated('"\n'), /Unexpected .* \(line 5, column 1\)/],
    ['brackets', repeated('['), /exceeded max depth \(line 1, column 50\d\)/],
    ['braces', repeated('{a: '), /exceeded max depth/],
    ['dashes', repeated('- '), /exceeded max depth/],
    ['question marks', repeated('? '), /exceeded max depth/],
    ['colons', repeated(': '), /exceeded max depth/],
    [
      'a staircase',
      Array.from({ length: 600 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join(''),
      /exceeded max depth/,
    ],
  ];
  for (const [name, text, message] of stopped) {
    it(`of ${name} is rejected`, () => assert.match(errorOf(text, { maxTokens: 40_000 }).message, message));
  }

  const bombs: [string, string][] = [
    ['lists of lists', bomb((before) => `[${Array(9).fill(`*${before}`).join(', ')}]`, '[lol, lol]')],
    ['merged mappings', bomb((before) => `{<<: [*${before}, *${before}], k: *${before}, ${before}: 1}`, '{k: v}')],
    ['a long text', `a: &a "${'x'.repeat(100_000)}"\nb: [${'*a, '.repeat(100)}]`],
    ['a long key', `a: &a "${'x'.repeat(100_000)}"\nb: [${'{? *a : 1}, '.repeat(100)}]`],
    ['empty lists', `a: &a [${'[], '.repeat(2_000)}]\nb: [${'*a, '.repeat(200)}]`],
  ];
  for (const [name, text] of bombs) {
    it(`with ${name} repeated by alias is rejected`, () => {
      assert.match(errorOf(text).message, /excessive aliasing/);
    });
  }

  function bomb(level: (before: string) => string, start: string): string {
    const names = 'abcdefghijklmnopqrst'.split('');
    return names
      .map((name, index) => `${name}: &${name} ${index === 0 ? start : level(names[index - 1] ?? '')}\n`)
      .join('');
  }

  it('with a recursive alias is rejected', () => {
    for (const text of [
      'a: &a [*a]',
      'a: &a\n  b: [*a]',
      'a: &a\n  <<: *a',
      '<<: &x [{}, *x]',
      'a: &a {? *a : 1}',
      '<<: &x {<<: *x}',
    ]) {
      assert.match(errorOf(text).message, /contains itself|map merge requires|invalid map key/, text);
    }
  });

  it('may nest up to the limit, including aliases', () => {
    const nested = (depth: number) => `x: ${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}`;
    parseYaml(nested(500));
    assert.match(errorOf(nested(501)).message, /exceeded max depth/);
    parseYaml('- a: {b: }', { maxDepth: 3 });
    assert.match(errorOf('{"a":{"b":[]}}', { maxDepth: 2 }).message, /exceeded max depth/);
    assert.match(errorOf('- a: {b: []}', { maxDepth: 3 }).message, /exceeded max depth/);
    assert.match(errorOf('x: &x [[]]\ny: &y [*x]\nz: [*y]', { maxDepth: 4 }).message, /exceeded max depth/);
    const staircase = Array.from({ length: 500 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('');
    parseYaml(staircase);
  });

  it('is read completely within the limits', () => {
    assert.equal((parseYaml('- a\n'.repeat(40_000)).value as unknown[]).length, 40_000);
    assert.equal(parseYaml(`"${repeated('a\n')}"`).value, 'a '.repeat(150_000));
    assert.match(errorOf('- a\n'.repeat(81_000)).message, /more than 400000 tokens/);
    assert.match(errorOf('- a\n- b\n', { maxTokens: 5 }).message, /more than 5 tokens/);
  });
});
