import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { CustomSchema } from '@pilothouse/apimachinery/schema/schema.js';
import type { Entry } from '@pilothouse/storage/store.js';
import type { Converter } from '../definition/converter.js';
import { storedForm } from '../definition/stored-form.js';
import { customMapping } from './mapping.js';

const KIND = 'Crane';
const V1 = 'example.io/v1';
const V2 = 'example.io/v2';

const schema: CustomSchema = {
  type: 'custom',
  name: 'io.example.v1.Crane',
  compilePattern: () => () => true,
  source: {
    type: 'object',
    properties: {
      load: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
      height: { type: 'integer', default: 4 },
    },
  },
};

const LOAD = { apiVersion: 'v1', kind: 'Box', metadata: { name: 'box' }, sides: [6] };

interface Case {
  readonly what: string;
  readonly members: Readonly<JsonObject>;
  readonly apiVersion: string;
  /** Whether a read returns the stored bytes unchanged. */
  readonly same: boolean;
}

const CASES: readonly Case[] = [
  { what: 'no embedded resource', members: { height: 5 }, apiVersion: V1, same: true },
  { what: 'an embedded resource', members: { load: LOAD, height: 5 }, apiVersion: V1, same: true },
  { what: 'an embedded resource', members: { load: LOAD, height: 5 }, apiVersion: V2, same: true },
  { what: 'a field that its schema prunes', members: { load: LOAD, height: 5, x: 1 }, apiVersion: V1, same: false },
  { what: 'a field that its schema defaults', members: { load: LOAD }, apiVersion: V1, same: false },
  { what: 'a field that its schema defaults', members: { load: LOAD }, apiVersion: V2, same: false },
];

describe('stored objects of a custom kind', () => {
  const read = async (entry: Entry, apiVersion: string): Promise<Entry | undefined> => {
    const types = new Map([V1, V2].map((version) => [version, schema]));
    const mapping = customMapping({ kind: KIND, apiVersion, storage: V1, types, converter: undefined });
    return (await mapping.read([entry]))[0];
  };

  it('with large defaults are decoded on each use and not cached', async () => {
    for (const [size, isKept] of [
      [1000, true],
      [200_000, false],
    ] as const) {
      const text = { type: 'string', default: 'x'.repeat(size) };
      const types = new Map([[V1, withProperties({ text })]]);
      const mapping = customMapping({ kind: KIND, apiVersion: V1, storage: V1, types, converter: undefined });
      const entry = { ...inVersion(V1, {}), attributes: { labels: { a: 'b' }, fields: {} } };
      const [mapped] = await mapping.read([entry]);
      assert.ok(mapped);
      assert.equal(mapped.value === mapped.value, isKept);
      assert.equal(Buffer.compare(mapped.value, mapped.value), 0);
      assert.ok(Buffer.from(mapped.value).includes(text.default));
      assert.deepEqual({ ...mapped, value: entry.value }, { ...entry, outdated: true });
    }
  });

  it('are converted by a webhook in parts if defaults make them large', async () => {
    const text = { type: 'string', default: 'x'.repeat(3_000_000) };
    const types = new Map([V1, V2].map((version) => [version, withProperties({ text })]));
    const calls: number[] = [];
    const convert: Converter['convert'] = async (objects, apiVersion) => {
      calls.push(objects.length);
      return objects.map((object) => ({ ...object, apiVersion, text: 'short' }));
    };
    const converter: Converter = { convert, close: async () => {} };
    const mapping = customMapping({ kind: KIND, apiVersion: V2, storage: V1, types, converter });
    const given = Array.from({ length: 7 }, (_, index) => inVersion(index === 2 ? V2 : V1, { text: `t${index}` }));
    const large = given.map((entry, index) => (index === 2 ? entry : { ...entry, ...inVersion(V1, {}) }));
    const mapped = await mapping.read(large);
    assert.deepEqual(calls, [3, 3]);
    const texts = mapped.map(
      (entry) => storedForm({ kind: KIND, apiVersion: V2 }, { kind: KIND, apiVersion: V2 }).decode(entry)['text'],
    );
    assert.deepEqual(texts, ['short', 'short', 't2', 'short', 'short', 'short', 'short']);
  });

  it('yield to the event loop while large ones are decoded', async () => {
    const types = new Map([[V1, schema]]);
    const mapping = customMapping({ kind: KIND, apiVersion: V1, storage: V1, types, converter: undefined });
    let turns = 0;
    let next = setImmediate(function count() {
      turns += 1;
      next = setImmediate(count);
    });
    await mapping.read(
      Array.from({ length: 20 }, () => inVersion(V1, { load: { ...LOAD, text: 'x'.repeat(300_000) } })),
    );
    clearImmediate(next);
    assert.ok(turns >= 9, `${turns} turns`);
  });

  for (const { what, members, apiVersion, same } of CASES)
    it(`with ${what} are ${same ? 'unchanged' : 'outdated'}, as ${apiVersion}`, async () => {
      const entry = inVersion(V1, members);
      const mapped = await read(entry, apiVersion);
      assert.equal(mapped?.outdated === true, !same);
      if (same && apiVersion === V1) assert.deepEqual(mapped, entry);
      const object = storedForm({ kind: KIND, apiVersion }, { kind: KIND, apiVersion }).decode(mapped ?? entry);
      assert.equal(object['apiVersion'], apiVersion);
      assert.deepEqual(plain(object['load']), plain(members['load']));
    });

  it('lack fields that only another version has, in which they were written', async () => {
    const onlyV1 = { ...schema, source: { type: 'object', properties: { height: { type: 'integer' } } } };
    const types = new Map([
      [V1, onlyV1],
      [V2, schema],
    ]);
    const { write } = customMapping({ kind: KIND, apiVersion: V2, storage: V1, types, converter: undefined });
    const { key, value } = inVersion(V2, { load: LOAD, height: 5 });
    assert.equal(String(await write(key, value)), String(inVersion(V1, { height: 5 }).value));
  });
});

function withProperties(properties: JsonObject): CustomSchema {
  return { ...schema, source: { type: 'object', properties } };
}

function inVersion(apiVersion: string, members: Readonly<JsonObject>): Entry {
  const type = { kind: KIND, apiVersion };
  const value = storedForm(type, type).encode({ ...type, metadata: { name: 'a' }, ...members });
  return { key: '/example.io/cranes/a', value, revision: 3 };
}

function plain(value: JsonValue | undefined): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}
