import assert from 'node:assert/strict';
import { parseJson } from '../json/parse.js';
import type { JsonValue } from '../json/value.js';
import { JsonPathError } from './error.js';
import { findResults } from './evaluate.js';
import { parseJsonPath, parseTemplate } from './parse.js';
import { resultText, sprint } from './print.js';

const json = (text: string): JsonValue => parseJson(text).value;

/** The results as client-go prints them, separated by blanks. */
function print(template: string, document: JsonValue, allowMissingKeys = false): string {
  const results = findResults(parseTemplate(template), document, { allowMissingKeys });
  return results.map((values) => values.map(resultText).join(' ')).join('');
}

const TYPES = json(
  `{"bools":[true,false,true,false],"integers":[1,2,3,4],"floats":[1,2.2,3.3,4],"empty":[],"mixed":[true,"one",1,1.1],
    "maps":[{"name":"one","value":1},{"name":"two","value":2.02},{"name":"three","value":3.03}]}`,
);
const STORE = json(
  `{"name":"jsonpath","book":[{"author":"Nigel Rees","price":8.95},{"author":"Evelyn Waugh","price":12.99},
    {"author":"Herman Melville","price":8.99,"isbn":"0-553"}],
    "bicycle":[{"color":"red","price":19.95,"isNew":true},{"color":"green","price":20.01,"isNew":false}],
    "labels":{"engineer":10,"web/html":15,"k8s-app":20,"a.b/c":30},"none":null,"text":"ab","big":9007199254740993}`,
);
const NODES = json(
  `{"kind":"List","items":[
    {"metadata":{"name":"127.0.0.1"},"status":{"capacity":{"cpu":"4"},"ready":true,
      "addresses":[{"address":"127.0.0.1"}]}},
    {"metadata":{"name":"127.0.0.2"},"status":{"capacity":{"cpu":"8"},"ready":false,
      "addresses":[{"address":"127.0.0.2"},{"address":"127.0.0.3"}]}}],
   "users":[{"name":"myself","user":{}},{"name":"e2e","user":{"username":"admin","password":"secret"}}]}`,
);
const POINTS = json(
  `[{"id":"i1","x":4},{"id":"i2","x":-2,"z":1},{"id":"i3","x":8},{"id":"i4","x":1.5},{"id":"i5","x":null,"z":1}]`,
);

const FOUND: readonly (readonly [template: string, document: JsonValue, text: string])[] = [
  ['hello jsonpath', null, 'hello jsonpath'],
  ['hello {.name}', STORE, 'hello jsonpath'],
  ['{"{"}', null, '{'],
  ["{'a\\'b'}", null, "a'b"],
  ['{"\\t\\x41\\u00e4\\101\\U0001F600"}', null, '\tAäA😀'],
  ['{ .bools }', TYPES, '[true,false,true,false]'],
  ['{ .bools[-1] }', TYPES, 'false'],
  ['{.integers[-2]}', TYPES, '3'],
  ['{.integers[0:2]}', TYPES, '1 2'],
  ['{.integers[:4:2]}', TYPES, '1 3'],
  ['{.integers[-3:]}', TYPES, '2 3 4'],
  ['{.integers[1:-1]}', TYPES, '2 3'],
  ['{.integers[2:2]}', TYPES, ''],
  ['{.integers[]}', TYPES, '1'],
  ['{.integers[::3]}', TYPES, '1 4'],
  ['{.empty[*]}', TYPES, ''],
  ['{.floats}', TYPES, '[1,2.2,3.3,4]'],
  ['{.mixed[*]}', TYPES, 'true one 1 1.1'],
  ['{.maps[-2]}', TYPES, '{"name":"two","value":2.02}'],
  ['{.maps[::2]}', TYPES, '{"name":"one","value":1} {"name":"three","value":3.03}'],
  ['{..}', [1, 2, 3], '[1,2,3]'],
  ['{..}', json('{"a":{"b":"c","d":""},"e":[],"f":1}'), '{"a":{"b":"c","d":""},"e":[],"f":1} {"b":"c","d":""} c'],
  ['{[?(@<5)]}', [2, 6, 3, 7], '2 3'],
  ['{[1,3,4]}', [0, 1, 2, 3, 4], '1 3 4'],
  ['{$.labels.web/html}', STORE, '15'],
  ['{.labels.k8s-app}', STORE, '20'],
  ['{.labels.a\\.b/c}', STORE, '30'],
  ["{.labels['a\\.b/c']}", STORE, '30'],
  ["{['labels.engineer']}", STORE, '10'],
  ['{.labels.*}', STORE, '10 15 20 30'],
  ['{.text.*}', STORE, '97 98'],
  ['{.none}', STORE, 'null'],
  ['{.big}', STORE, '9007199254740993'],
  ['{..price}', STORE, '8.95 12.99 8.99 19.95 20.01'],
  ['{...price}', STORE, '8.95 12.99 8.99 19.95 20.01'],
  ['{..book[2]}', STORE, '{"author":"Herman Melville","isbn":"0-553","price":8.99}'],
  ['{.bicycle[?(@.isNew==true)].color}', STORE, 'red'],
  ['{.bicycle[?(@.color!="red")].color}', STORE, 'green'],
  ['{.bicycle[?(@.price>=20.01)].color}', STORE, 'green'],
  ['{.book[?(@.price < 9.0)].author}', STORE, 'Nigel Rees Herman Melville'],
  ['{.book[?(@.isbn)].author}', STORE, 'Herman Melville'],
  ['{.book[?(@.author > "Nigel")].author}', STORE, 'Nigel Rees'],
  ['{.book[?(@.author=="()")]}', STORE, ''],
  ['{[?(@.z)].id}', POINTS, 'i2 i5'],
  ["{[0]['id']}", POINTS, 'i1'],
  ["{[-1]['x']}", POINTS, 'null'],
  // A failing condition yields the values before the failure.
  ['{[?(@.id[0])].id}', [{ id: 'x' }, { id: ['y'] }, { id: [] }, {}], 'x ["y"] []'],
  ['{range .items[*]}{.metadata.name}, {end}{.kind}', NODES, '127.0.0.1, 127.0.0.2, List'],
  ['{range .items[*]}{.metadata.name}{"\\t"}{end}', NODES, '127.0.0.1\t127.0.0.2\t'],
  ['{range .items[*]}{range .status.addresses[*]}{.address}, {end}{end}', NODES, '127.0.0.1, 127.0.0.2, 127.0.0.3, '],
  ['{range .items[*]}{range .status.addresses[*]}{.address}{end}|{end}', NODES, '127.0.0.1|127.0.0.2127.0.0.3|'],
  ["{.items[*]['metadata.name', 'status.capacity']}", NODES, '127.0.0.1 127.0.0.2 {"cpu":"4"} {"cpu":"8"}'],
  ['{range .items[*]}[{.metadata.name}] {end}', NODES, '[127.0.0.1] [127.0.0.2] '],
  ['{.users[?(@.name=="e2e")].user.password}', NODES, 'secret'],
  ['{.items[?(@..ready==true)].metadata.name}', NODES, '127.0.0.1'],
];

describe('a JSONPath', () => {
  for (const [template, document, text] of FOUND) {
    it(`${template} finds ${JSON.stringify(text)}`, () => assert.equal(print(template, document), text));
  }

  it('may allow missing keys', () => {
    assert.equal(print('a{.hello}b', STORE, true), 'ab');
    assert.equal(print('{.none.a}', STORE, true), '');
    assert.equal(print('{range .items[*]}{.a}{end}.', { items: [] }, true), '.');
    assert.throws(() => print('a{.hello}b', STORE), { name: 'JsonPathError', message: 'hello is not found' });
  });

  it('finds no inherited members', () => {
    assert.equal(print('{.constructor}{.__proto__}', {}, true), '');
    assert.equal(print('{.__proto__}', json('{"__proto__":1}'), true), '1');
  });

  const MALFORMED: readonly (readonly [template: string, message: string])[] = [
    ['{.hello', 'unclosed action'],
    ['{.a\n}', 'unclosed action'],
    ['{*}', "unrecognized character in action: U+002A '*'"],
    ['{\t}', 'unrecognized character in action: U+0009'],
    ['{\\\\\\}', "unrecognized character in action: U+005C '\\'"],
    ['{+12.3.0}', 'cannot parse number +12.3.0'],
    ['{[1}', 'unterminated array'],
    ['{[1\n]}', 'unterminated array'],
    ['{[a]}', 'invalid array index a'],
    ['{[-]}', 'array index - is not a number'],
    ['{[99999999999999999999]}', 'array index 99999999999999999999 is not a number'],
    ['{[?(.price]}', 'unterminated filter'],
    ['{[?(.price)}', 'unclosed array expect ]'],
    ['{........}', 'invalid multiple recursive descent'],
    ['{"a}', 'unterminated quoted string'],
    ['{"\\q"}', 'unquote string "\\q" error invalid syntax'],
  ];
  for (const [template, message] of MALFORMED) {
    it(`${JSON.stringify(template)} is rejected`, () =>
      assert.throws(() => parseTemplate(template), { name: 'JsonPathError', message }));
  }

  const FAILING: readonly (readonly [template: string, document: JsonValue, message: string])[] = [
    ['{hello}', STORE, 'unrecognized identifier hello'],
    ['{end}', STORE, 'not in range, nothing to end'],
    ['{range .labels.*}{@}{end}{end}', STORE, 'not in range, nothing to end'],
    ['{.labels[0]}', STORE, 'map[string]interface {} is not array or slice'],
    ['{.integers[4]}', TYPES, 'array index out of bounds: index 4, length 4'],
    ['{.integers[-5]}', TYPES, 'array index out of bounds: index -1, length 4'],
    ['{.integers[:5]}', TYPES, 'array index out of bounds: index 4, length 4'],
    ['{.integers[3:1]}', TYPES, 'starting index 3 is greater than ending index 1'],
    ['{.integers[::0]}', TYPES, 'step must be > 0'],
    ['{.name[?(@.a)]}', STORE, 'string is not array or slice and cannot be filtered'],
    ['{.none[?(@.a)]}', STORE, '<nil> is not array or slice and cannot be filtered'],
    ['{.book[?(@.price<>10)]}', STORE, 'unrecognized filter operator <>'],
    ['{.book[?(@.price>10)]}', STORE, 'incompatible types for comparison'],
    ['{[?(@.x==1.0)]}', POINTS, 'incompatible types for comparison'],
    ['{[?(@.x=="a")]}', POINTS, 'incompatible types for comparison'],
    ['{.bicycle[?(@.isNew>false)]}', STORE, 'invalid type for comparison'],
    ['{[?(@==1)]}', [null], 'invalid type for comparison'],
    ['{.items[?(@..address=="127.0.0.2")]}', NODES, 'can only compare one element at a time'],
  ];
  for (const [template, document, message] of FAILING) {
    it(`${template} fails`, () => assert.throws(() => print(template, document), { name: 'JsonPathError', message }));
  }

  describe('against large and hostile input', () => {
    it('visits each value of a large document once', () => {
      const items = Array.from({ length: 20_000 }, (_, index) => ({ type: `t${index}` }));
      assert.equal(print('{.items[?(@.type=="t19999")].type}', { items }), 't19999');
      assert.equal(findResults(parseJsonPath('..type'), { items })[0]?.length, 20_000);
    });

    it('fails when each value would be visited many times', () => {
      let document: JsonValue = { a: 1 };
      for (let depth = 0; depth < 500; depth++) document = { a: document };
      for (const path of ['..a..a..a..a..a', '..*..*..*..*', `.a}${'{range ..}'.repeat(40)}{@`]) {
        assert.throws(() => findResults(parseJsonPath(path), document, { allowMissingKeys: true }), JsonPathError);
      }
    });

    it('fails for deeply nested ranges', () => {
      const path = `.a}${'{range @}'.repeat(5_000)}{@`;
      assert.throws(() => findResults(parseJsonPath(path), { a: 1 }), JsonPathError);
    });

    it('parses long paths with little stack', () => {
      const length = 50_000;
      assert.equal(parseTemplate('{a}'.repeat(length)).length, length);
      for (const piece of ['.a', '[0]', '[0,1]', '[?(@.a)]', '..a', '"a"', '[', '[?(', '}{', '\\', "'", '@']) {
        try {
          parseJsonPath(`.${piece.repeat(length)}`);
        } catch (error) {
          assert.ok(error instanceof JsonPathError, String(error));
        }
      }
    });

    it('evaluates documents of the maximum depth', () => {
      const depth = 990;
      const document = json('[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2));
      assert.equal(findResults(parseJsonPath('..a'), document)[0]?.length, depth / 2);
    });
  });
});

describe('values as text', () => {
  const TEXTS: readonly (readonly [value: JsonValue, result: string, sprinted: string])[] = [
    [1, '1', '1'],
    [0.00001, '1e-05', '1e-05'],
    [1.5e-7, '1.5e-07', '1.5e-07'],
    [0.0001, '0.0001', '0.0001'],
    [1e20, '100000000000000000000', '100000000000000000000'],
    [1e21, '1e+21', '1e+21'],
    [1.5e300, '1.5e+300', '1.5e+300'],
    [12345678901234567890n, '12345678901234567890', '12345678901234567890'],
    [null, 'null', '<nil>'],
    [false, 'false', 'false'],
    [['a', 1], '["a",1]', '[a 1]'],
    [{ b: '<', a: null }, '{"a":null,"b":"\\u003c"}', 'map[a:<nil> b:<]'],
  ];
  for (const [value, result, sprinted] of TEXTS) {
    it(`${result} and ${sprinted}`, () => assert.deepEqual([resultText(value), sprint(value)], [result, sprinted]));
  }
});
