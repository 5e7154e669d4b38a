import assert from 'node:assert/strict';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, newObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { writeJson, writeJsonPretty } from '@pilothouse/apimachinery/json/write.js';
import { present } from '@pilothouse/apimachinery/schema/struct.test.helper.js';
import { writeYaml } from '@pilothouse/apimachinery/yaml/write.js';
import type { Entry } from '@pilothouse/storage/store.js';
import { isStream, type Body } from '../../request/response.js';
import { configMapEntry, representation, testContext, testScope } from '../scope.test.helper.js';
import { tableOf } from '../table/table.js';
import type { Representation } from './representation.js';
import { listResponse } from './write-list.js';

const scope = testScope();
const { resource, forms } = scope;

/** Text that is difficult for writers, with sizes around the chunk size. */
function entriesOf(count: number, size: number): Entry[] {
  const odd = ['plain', 'line\nfeed', '"],}\\', 'ü€😀', '', '\u2028- x: y'];
  return Array.from({ length: count }, (_, index) => {
    const data = { text: odd[index % odd.length], filler: 'x'.repeat(size) };
    return configMapEntry(scope, `n${index}`, 100 + index, { data });
  });
}

async function read(body: Body): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  if (isStream(body)) for await (const chunk of body) chunks.push(chunk);
  else chunks.push(...body);
  return Buffer.concat(chunks);
}

const metadata = (): JsonObject =>
  Object.assign(newObject(), { resourceVersion: '7', continue: 'c-_', remainingItemCount: 3 });

function withoutType({ kind: _kind, apiVersion: _apiVersion, ...rest }: JsonObject): JsonObject {
  return rest;
}

/** The list encoded at once, from objects. */
function whole(entries: readonly Entry[], { encoding, as, pretty }: Representation): Buffer {
  const objects = entries.map(resource.stored.decode);
  const list = (kind: string, apiVersion: string, items: JsonValue[]): JsonObject => ({
    kind,
    apiVersion,
    metadata: metadata(),
    items,
  });
  const partial = ({ metadata: own }: JsonObject): JsonObject => ({
    kind: 'PartialObjectMetadata',
    apiVersion: 'meta.k8s.io/v1',
    metadata: own ?? null,
  });
  const value =
    as.type === 'table'
      ? tableOf(scope, testContext(), objects, { version: 'v1', metadata: metadata() })
      : as.type === 'metadata'
        ? list('PartialObjectMetadataList', 'meta.k8s.io/v1', objects.map(partial))
        : list('ConfigMapList', 'v1', objects.map(withoutType));
  if (encoding === 'yaml') return Buffer.from(writeYaml(value));
  if (encoding === 'json') return Buffer.from(pretty ? writeJsonPretty(value) : `${writeJson(value)}\n`);
  return Buffer.from((as.type === 'metadata' ? forms.partialList('v1') : present(resource.protobufList)).encode(value));
}

describe('lists', () => {
  const forms: readonly (readonly [name: string, Representation])[] = [
    ['JSON', representation('json')],
    ['pretty JSON', representation('json', 'object', true)],
    ['YAML', representation('yaml')],
    ['protobuf', representation('protobuf')],
    ['tables', representation('json', 'table')],
    ['pretty tables', representation('json', 'table', true)],
    ['tables in YAML', representation('yaml', 'table')],
    ['metadata', representation('json', 'metadata')],
    ['metadata in protobuf', representation('protobuf', 'metadata')],
  ];
  const sizes: readonly (readonly [count: number, size: number, name: string])[] = [
    [0, 0, 'none'],
    [1, 10, 'one object'],
    [7, 10, 'some objects'],
    [40, 100_000, 'large objects'],
    [5, 600_000, 'objects larger than a chunk'],
    [9000, 20, 'many objects'],
  ];
  for (const [count, size, what] of sizes) {
    let entries: readonly Entry[];
    before(() => (entries = entriesOf(count, size)));
    for (const [name, wanted] of forms) {
      it(`in ${name}, of ${what}, equal a list encoded at once`, async () => {
        const response = await listResponse(scope, testContext(), entries, {
          representation: wanted,
          metadata: metadata(),
        });
        const expected = whole(entries, wanted);
        const actual = await read(response.body);
        assert.equal(response.headers['content-type'], wanted.contentType);
        assert.equal(isStream(response.body), actual.length > 1024 * 1024);
        // Spliced objects begin with their resourceVersion.
        const same =
          wanted.encoding === 'json' && wanted.as.type === 'object' && !wanted.pretty
            ? deepEqual(parseJson(actual).value, parseJson(expected).value)
            : actual.equals(expected);
        assert.ok(same, `${actual.subarray(0, 300).toString()}\n${expected.subarray(0, 300).toString()}`);
      });
    }
  }

  it('stop encoding when the consumer ends early', async () => {
    let built = 0;
    const entries = new Proxy(entriesOf(3000, 1000), {
      get(target, key, receiver) {
        if (typeof key === 'string' && /^\d+$/.test(key)) built = Math.max(built, Number(key));
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
    const pretty = { representation: representation('json', 'object', true), metadata: metadata() };
    const { body } = await listResponse(scope, testContext(), entries, pretty);
    assert.ok(isStream(body));
    for await (const chunk of body) {
      assert.ok(chunk.byteLength > 0);
      break;
    }
    assert.ok(built < 2000, `${built} were built`);
  });

  it('in protobuf leave the event loop turns while they find the encoded items', async () => {
    const [{ value }] = entriesOf(1, 10) as [Entry];
    const entries = Array.from({ length: 20_000 }, (_, index) => ({
      key: `/configmaps/default/${index}`,
      value,
      revision: 5,
    }));
    const options = { representation: representation('protobuf'), metadata: metadata() };
    const first = await read((await listResponse(scope, testContext(), entries, options)).body);
    let turns = 0;
    const count = (): void => {
      turns += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    const { body } = await listResponse(scope, testContext(), entries, options);
    clearImmediate(counting);
    assert.ok(turns >= 2, `${turns} turns`);
    assert.ok((await read(body)).equals(first));
  });

  it('fail at an unreadable entry', async () => {
    const entries = [...entriesOf(3000, 1000), { key: '/configmaps/default/z', value: Buffer.from('{}'), revision: 5 }];
    const response = await listResponse(scope, testContext(), entries, {
      representation: representation('json', 'object', true),
      metadata: metadata(),
    });
    await assert.rejects(read(response.body), /does not hold an object/);
  });

  it('support the options of tables', async () => {
    const refused = listResponse(scope, testContext('/api/v1/configmaps?includeObject=All'), [], {
      representation: representation('json', 'table'),
      metadata: metadata(),
    });
    await assert.rejects(refused, /Unable to convert to Table as requested: includeObject: Invalid value: "All"/);
  });

  it('include resourceVersions', async () => {
    const entries = entriesOf(2, 5);
    const { body } = await listResponse(scope, testContext(), entries, {
      representation: representation('json'),
      metadata: metadata(),
    });
    const { value } = parseJson(await read(body));
    assert.ok(isObject(value));
    const items = value['items'] as { metadata: { resourceVersion: string } }[];
    assert.deepEqual(
      items.map((item) => item.metadata.resourceVersion),
      ['100', '101'],
    );
  });

  it('read the value of an entry only when it is encoded', async () => {
    let read = 0;
    const entries = entriesOf(50, 600_000).map((entry): Entry => ({
      ...entry,
      get value() {
        read += 1;
        return entry.value;
      },
    }));
    const { body } = await listResponse(scope, testContext(), entries, {
      representation: representation('json'),
      metadata: metadata(),
    });
    assert.ok(body !== undefined && isStream(body));
    assert.ok(read < 10, `${read} values`);
    await body[Symbol.asyncIterator]().next();
    assert.ok(read < 10, `${read} values`);
  });
});
