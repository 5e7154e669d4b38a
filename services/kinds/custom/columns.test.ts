import assert from 'node:assert/strict';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { columnsOf, type CustomColumn } from './columns.js';

const NOW = new Date('2026-03-01T12:00:00Z');
const OBJECT = parseJson(
  `{"metadata":{"name":"a","creationTimestamp":"2026-03-01T11:58:55Z"},
    "spec":{"text":"t","int":5,"float":2.75,"tiny":0.00001,"big":9007199254740993,"huge":1e30,"yes":true,"none":null,
      "list":[1,"b"],"map":{"z":1,"a":"<"},
      "fraction":"2026-03-01T11:59:58.9+00:00","zone":"2026-03-01T13:59:00+02:00","zero":"0001-01-01T00:00:00Z",
      "empty":"","nullText":"null","noTime":"yesterday","later":"2026-03-01T13:00:00Z"},
    "status":{"conditions":[{"type":"A","status":"False"},{"type":"Ready","status":"True"}]}}`,
).value as JsonObject;

function cell(type: string, jsonPath: string): JsonValue | undefined {
  return columnsOf({ additionalPrinterColumns: [{ name: 'x', type, jsonPath }] })[1]?.cell(OBJECT, NOW);
}

describe('columns of custom resources', () => {
  const CELLS: readonly (readonly [type: string, path: string, cell: JsonValue])[] = [
    ['string', '.spec.text', 't'],
    ['string', '.spec.int', '5'],
    ['string', '.spec.float', '2.75'],
    ['string', '.spec.tiny', '1e-05'],
    ['string', '.spec.big', '9007199254740993'],
    ['string', '.spec.yes', 'true'],
    ['string', '.spec.none', '<no value>'],
    ['string', '.spec.absent', null],
    ['string', '.spec.text.absent', null],
    ['string', '.spec.list', '[1,"b"]'],
    ['string', '.spec.map', '{"a":"\\u003c","z":1}'],
    ['string', '.spec.list[*]', '1'],
    ['string', '.spec.list[1]', 'b'],
    ['string', '.spec.list[2]', null],
    ['string', '.spec.text[0]', null],
    ['string', '.status.conditions[?(@.type=="Ready")].status', 'True'],
    ['string', '.status.conditions[?(@.type=="Absent")].status', null],
    ['string', '.status.conditions[?(@.type>1)].status', null],
    // Only the first part counts, but a failure in a later part makes the cell empty.
    ['string', '.spec.text}{.spec.int', 't'],
    ['string', '.spec.text}{.spec.text[0]', null],
    ['integer', '.spec.int', 5],
    ['integer', '.spec.float', 2],
    ['integer', '.spec.big', 9007199254740993n],
    ['integer', '.spec.huge', -9223372036854775808n],
    ['integer', '.spec.text', null],
    ['integer', '.spec.none', null],
    ['number', '.spec.int', 5],
    ['number', '.spec.float', 2.75],
    ['number', '.spec.big', 9007199254740992],
    ['number', '.spec.yes', null],
    ['boolean', '.spec.yes', true],
    ['boolean', '.spec.text', null],
    ['date', '.metadata.creationTimestamp', '65s'],
    ['date', '.spec.fraction', '2s'],
    ['date', '.spec.zone', '60s'],
    ['date', '.spec.zero', '<unknown>'],
    ['date', '.spec.empty', '<unknown>'],
    ['date', '.spec.nullText', '<unknown>'],
    ['date', '.spec.noTime', '<invalid>'],
    ['date', '.spec.later', '<invalid>'],
    ['date', '.spec.int', null],
    ['date', '.spec.absent', null],
  ];
  for (const [type, path, expected] of CELLS) {
    it(`show ${path} as ${type}`, () => assert.equal(cell(type, path), expected));
  }

  it('are the name and the age by default', () => {
    for (const version of [{}, { additionalPrinterColumns: [] }]) {
      const columns = columnsOf(version);
      assert.deepEqual(
        columns.map(({ name, type, format, priority }) => [name, type, format, priority]),
        [
          ['Name', 'string', 'name', 0],
          ['Age', 'date', undefined, 0],
        ],
      );
      assert.deepEqual(
        columns.map((column) => column.cell(OBJECT, NOW)),
        ['a', '65s'],
      );
      assert.equal(columns[1]?.cell({ metadata: { name: 'a' } }, NOW), null);
    }
  });

  it('have descriptions', () => {
    const custom: CustomColumn = { name: 'x', type: 'integer', format: 'int32', priority: 3, jsonPath: '.spec.int' };
    const [, plain, described, empty] = columnsOf({
      additionalPrinterColumns: [custom, { ...custom, description: 'a number' }, { ...custom, description: '' }],
    });
    const text = 'Custom resource definition column (in JSONPath format): .spec.int';
    assert.deepEqual(
      [plain, described, empty].map((column) => column?.description),
      [text, 'a number', text],
    );
    assert.deepEqual([plain?.type, plain?.format, plain?.priority], ['integer', 'int32', 3]);
  });

  it('end before an invalid path', () => {
    const paths = ['.a', '.b[', '.c'];
    const columns = columnsOf({
      additionalPrinterColumns: paths.map((jsonPath) => ({ name: jsonPath, type: 'string', jsonPath })),
    });
    assert.deepEqual(
      columns.map(({ name }) => name),
      ['Name', '.a'],
    );
  });

  it('take time and space proportional to the object', () => {
    const items = Array.from({ length: 20_000 }, (_, index) => ({ b: index }));
    const object: JsonObject = { metadata: { name: 'a' }, spec: { items } };
    for (const jsonPath of ['.spec', '.spec.items[?(@.b>5)].b', '.spec..b']) {
      const columns = columnsOf({
        additionalPrinterColumns: Array.from({ length: 200 }, () => ({ name: 'x', type: 'string', jsonPath })),
      });
      const [name, first, ...others] = columns.map((column) => column.cell(object, NOW));
      assert.equal(name, 'a');
      assert.notEqual(first, null, jsonPath);
      assert.equal(others.at(-1), null, jsonPath);
      assert.ok(JSON.stringify(others).length < 10 * JSON.stringify(object).length, jsonPath);
      assert.equal(columns[1]?.cell({ ...object }, NOW), first, 'another row has a budget of its own');
    }
  });
});
