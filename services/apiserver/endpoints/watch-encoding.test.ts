import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { Entry, StoreEvent } from '@pilothouse/storage/store.js';
import type { Representation } from './negotiation/representation.js';
import { configMapEntry, representation, testContext, testScope } from './scope.test.helper.js';
import { batchBytes, initialBytes, type View } from './watch-encoding.js';

const scope = testScope();
const put = (revision: number): StoreEvent => ({
  type: 'put',
  entry: configMapEntry(scope, `n${revision}`, revision),
  previous: undefined,
});
const BETA: Representation['as'] = { type: 'metadata', version: 'v1beta1' };
const BATCH = { revision: 12, events: [put(11), put(12)] };

describe('encoded batches', () => {
  const viewOf = (shown: Representation, isWanted?: View['isWanted']): View => ({
    scope,
    context: testContext(),
    representation: shown,
    isWanted,
    hasColumns: false,
  });

  const forms: readonly (readonly [name: string, Representation, shared: boolean])[] = [
    ['JSON', representation('json'), true],
    ['protobuf', representation('protobuf'), true],
    ['metadata', representation('json', 'metadata'), true],
    ['metadata in protobuf', representation('protobuf', 'metadata'), true],
    ['tables', representation('json', 'table'), false],
  ];
  for (const [name, shown, shared] of forms) {
    it(`${shared ? 'are shared' : 'are not shared'} by unfiltered watches in ${name}`, () => {
      const events = { ...BATCH };
      const [first, second] = [batchBytes(viewOf(shown), events), batchBytes(viewOf(shown), events)];
      assert.ok(first);
      assert.equal(first === second, shared);
      assert.deepEqual(first, second);
    });
  }

  it('retain no buffer but their own', () => {
    const bytes = batchBytes(viewOf(representation('json')), { ...BATCH });
    assert.equal(bytes?.buffer.byteLength, bytes?.byteLength);
  });

  it('are separate for each form', () => {
    const shown = [...forms.map(([, form]) => form), { ...representation('protobuf', 'metadata'), as: BETA }];
    const texts = shown.map((form) => Buffer.from(batchBytes(viewOf(form), BATCH) ?? []).toString('hex'));
    assert.equal(new Set(texts).size, shown.length);
  });

  it('have the whole metadata of objects, with the version of the event', () => {
    const deletion: StoreEvent = {
      type: 'delete',
      key: configMapEntry(scope, 'n11', 11).key,
      revision: 13,
      previous: configMapEntry(scope, 'n11', 11, { data: { text: '}"metadata":{' } }),
    };
    const bytes = batchBytes(viewOf(representation('json', 'metadata')), { revision: 13, events: [put(12), deletion] });
    const events = Buffer.from(bytes ?? [])
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly type: string; readonly object: JsonObject });
    const shown = (name: string, revision: number): JsonObject => ({
      kind: 'PartialObjectMetadata',
      apiVersion: `${scope.metaGroup}/v1`,
      metadata: {
        ...metadataOf(scope.resource.stored.decode(configMapEntry(scope, name, revision))),
        resourceVersion: String(revision),
      },
    });
    assert.deepEqual(events, [
      { type: 'ADDED', object: shown('n12', 12) },
      { type: 'DELETED', object: shown('n11', 13) },
    ]);
  });

  it('are not shared with filtered watches', () => {
    const events = { ...BATCH };
    const some = batchBytes(
      viewOf(representation('json'), ({ revision }) => revision === 12),
      events,
    );
    const all = batchBytes(viewOf(representation('json')), events);
    assert.equal(
      Buffer.from(some ?? [])
        .toString()
        .split('\n').length,
      2,
    );
    assert.equal(
      Buffer.from(all ?? [])
        .toString()
        .split('\n').length,
      3,
    );
    assert.equal(
      batchBytes(
        viewOf(representation('json'), () => false),
        events,
      ),
      undefined,
    );
  });
});

describe('the initial objects of a watch', () => {
  const COUNT = 150;

  for (const [name, shown] of [
    ['JSON', representation('json')],
    ['protobuf', representation('protobuf')],
    ['tables', representation('json', 'table')],
  ] as const)
    it(`are read and counted when they are sent, in ${name}`, () => {
      let reads = 0;
      const counted: number[] = [];
      const large = { data: { text: 'x'.repeat(20_000) } };
      const entries = Array.from({ length: COUNT }, (_, index): Entry => {
        const entry = configMapEntry(scope, `n${index}`, index + 1, large);
        return {
          ...entry,
          get value() {
            reads += 1;
            return entry.value;
          },
        };
      });
      const view: View = {
        scope: { ...scope, countEvents: (sizes) => void counted.push(...sizes) },
        context: testContext(),
        representation: shown,
        isWanted: undefined,
        hasColumns: false,
      };
      const chunks = initialBytes(view, entries);
      const [first] = chunks;
      assert.ok(first);
      assert.ok(reads > 0 && reads < COUNT / 2, `${reads} reads`);
      assert.ok(counted.length < COUNT / 2, `${counted.length} events`);
      assert.equal([...initialBytes(view, entries)].length > 1, true);
    });
});
