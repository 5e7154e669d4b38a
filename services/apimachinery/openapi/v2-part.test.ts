import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../json/value.js';
import { parseJson } from '../json/parse.js';
import { runWithoutYielding } from '../steps/steps.js';
import { readPart, type OpenApiPart, type PartMember } from './v2-part.js';

const PREFIX = '/apis/a.io/v1/';

function read(document: JsonValue | string): OpenApiPart {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  return runWithoutYielding(readPart(Buffer.from(text), PREFIX));
}

function plain(members: ReadonlyMap<string, PartMember>): unknown {
  return Object.fromEntries([...members].map(([name, { json }]) => [name, JSON.parse(Buffer.from(json).toString())]));
}

function definition(value: JsonValue): unknown {
  const { definitions } = read({ paths: { [PREFIX]: {} }, definitions: { A: value } });
  return (plain(definitions) as { A: unknown }).A;
}

const ref = (name: string): JsonObject => ({ $ref: `#/definitions/${name}` });
const answers = (name: string): JsonObject => ({ get: { responses: { 200: { schema: ref(name) } } } });

describe('the part of an OpenAPI v2 document for a group version', () => {
  it('has its paths, what they use, and what no path uses', () => {
    const found = read({
      swagger: '2.0',
      info: { title: 'other' },
      paths: {
        '/apis/a.io/v1/things': { ...answers('Thing'), parameters: [{ $ref: '#/parameters/p' }] },
        '/apis/a.io/v1/': {},
        '/apis/a.io/v1': answers('Other'),
        '/apis/a.io/v12/others': answers('Other'),
        '/version': answers('Info'),
        'x-own': answers('Extension'),
      },
      parameters: { p: { name: 'body', in: 'body', schema: ref('Body') }, unused: { name: 'q', in: 'query' } },
      definitions: {
        Thing: { properties: { spec: { items: { allOf: [ref('Spec')] } } } },
        Spec: { additionalProperties: ref('Thing') },
        Body: {},
        Other: { properties: { spec: ref('Spec'), inner: ref('Inner') } },
        Inner: {},
        Info: {},
        Extension: {},
        Alone: { not: ref('AloneToo') },
        AloneToo: {},
      },
    });
    assert.deepEqual([...found.paths.keys()], ['/apis/a.io/v1/things', '/apis/a.io/v1/']);
    assert.deepEqual([...found.parameters.keys()], ['p', 'unused']);
    assert.deepEqual([...found.definitions.keys()], ['Thing', 'Spec', 'Body', 'Extension', 'Alone', 'AloneToo']);
  });

  it('is empty without paths', () => {
    for (const paths of [{}, null, { '/apis': {} }]) {
      const found = read({ ...(paths !== null && { paths }), definitions: { A: {} }, parameters: { p: {} } });
      assert.deepEqual([found.paths.size, found.definitions.size, found.parameters.size], [0, 0, 0]);
    }
    assert.equal(read({ paths: null }).paths.size, 0);
  });

  it('has the members that the format has, without empty ones', () => {
    assert.deepEqual(
      definition({
        description: '',
        type: ['object'],
        required: [],
        uniqueItems: false,
        default: '',
        minimum: 0,
        maximum: null,
        properties: { a: null, b: { additionalProperties: false, items: {} } },
        oneOf: [{ nullable: true }],
        foreign: 1,
        'X-a': null,
        'x-kubernetes-list-type': '',
      }),
      {
        type: 'object',
        default: '',
        minimum: 0,
        properties: { a: {}, b: { additionalProperties: false, items: {} } },
        oneOf: [{ nullable: true }],
        foreign: 1,
        'X-a': null,
        'x-kubernetes-list-type': '',
      },
    );
    const operation = { operationId: 'a', summary: '', foreign: 1, 'x-a': 1, responses: { 2: {}, other: 1, 'x-b': 1 } };
    const { paths } = read({ paths: { [PREFIX]: { get: operation, trace: operation, foreign: 1 } } });
    assert.deepEqual(plain(paths), {
      [PREFIX]: { get: { operationId: 'a', 'x-a': 1, responses: { 2: {}, 'x-b': 1 } } },
    });
  });

  it('does not refer to what only looks like a reference', () => {
    const similar = { example: ref('B'), properties: { $ref: { type: 'string' } }, 'x-a': ref('B') };
    const found = read({ paths: { [PREFIX]: answers('A'), '/b': answers('B') }, definitions: { A: similar, B: {} } });
    assert.deepEqual([...found.definitions.keys()], ['A']);
  });

  const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`a${index}`, {}]));
  const deep = '{"not":'.repeat(250) + '{}' + '}'.repeat(250);
  const REFUSED: readonly (readonly [title: string, document: JsonValue | string, message: string])[] = [
    ['a document that is no object', '[]', 'expected an object'],
    ['a broken document', '{"paths":{"/":', 'the object does not end'],
    ['paths that are no object', { paths: 1 }, 'paths: expected an object'],
    ['a broken member', '{"paths":{"/a":{"get":{,}}}}', 'paths: "/a": '],
    [
      'a member of another type',
      { definitions: { A: { description: 1 } } },
      'definitions: "A": description: expected a text',
    ],
    [
      'a deep member of another type',
      { paths: { '/a': { get: { parameters: [{}, { schema: { items: [{ type: 5 }] } }] } } } },
      'paths: "/a": get.parameters.1.schema.items.0.type: expected a text',
    ],
    ['a fraction as a length', { definitions: { A: { maxLength: 0.5 } } }, 'maxLength: expected a whole number'],
    ['a repeated name', '{"definitions":{"A":{},"A":{}}}', 'definitions: "A" is repeated'],
    ['a repeated member', '{"definitions":{"A":{"type":"a","type":"b"}}}', 'definitions: "A": type is repeated'],
    ['many members', { definitions: many }, 'the document has more than 20000 members'],
    [
      'a large member',
      { definitions: { A: { title: 'a'.repeat(1 << 18) } } },
      'definitions: "A": it is larger than 262144 bytes',
    ],
    ['a deep member', `{"definitions":{"A":${deep}}}`, 'exceeded max depth'],
  ];
  for (const [title, document, message] of REFUSED) {
    it(`refuses ${title}`, () => {
      assert.throws(
        () => read(document),
        (error: Error) => error.message.includes(message) || assert.fail(error.message),
      );
    });
  }

  it('keeps large numbers', () => {
    const { definitions } = read(`{"paths":{"${PREFIX}":{}},"definitions":{"A":{"maxLength":9223372036854775807}}}`);
    const { value } = parseJson(definitions.get('A')?.json ?? '');
    assert.deepEqual(Object.values(value as JsonObject), [9223372036854775807n]);
  });
});
