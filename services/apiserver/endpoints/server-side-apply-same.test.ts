import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import * as fc from 'fast-check';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';
import {
  assertConflict,
  ownersOf,
  sharedObject,
  type Shared,
  type SharedKind,
} from './server-side-apply.test.helper.js';

/** By kind: configs that spell the stored value differently, or that store nothing. */
const CONFIGS: Readonly<Partial<Record<SharedKind, readonly JsonObject[]>>> = {
  map: [
    { data: {} },
    { data: null },
    { data: {}, binaryData: {}, immutable: false },
    { data: { a: '' }, metadata: { annotations: {}, labels: {} } },
    { metadata: { annotations: null, finalizers: [], ownerReferences: [] } },
    { binaryData: { a: '' } },
  ],
  secret: [
    { data: {}, stringData: {}, type: '' },
    { data: { a: 'MQ==' }, stringData: { b: '1' } },
    { data: null, stringData: { a: '', b: null } },
    { stringData: null },
  ],
  account: [
    { secrets: [], imagePullSecrets: [] },
    { secrets: null, automountServiceAccountToken: false },
    { secrets: [{ name: 'a', namespace: '' }] },
  ],
  node: [
    { spec: { taints: [], podCIDRs: [], unschedulable: false } },
    { spec: { taints: [{ key: 'k', value: '', effect: 'NoSchedule' }] } },
    { spec: {} },
  ],
  driver: [
    { spec: {} },
    { spec: { tokenRequests: [], volumeLifecycleModes: [] } },
    { spec: { tokenRequests: [{ audience: '' }], volumeLifecycleModes: null } },
  ],
  capacity: [
    { storageClassName: 'fast', nodeTopology: {} },
    { storageClassName: 'fast', nodeTopology: { matchLabels: {} } },
    { storageClassName: 'fast', nodeTopology: null, capacity: '1000m' },
    { storageClassName: 'fast', capacity: '1024Mi', maximumVolumeSize: '0.5' },
  ],
  role: [
    { rules: [] },
    { rules: null },
    { rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: [], nonResourceURLs: null }] },
  ],
  revision: [
    { revision: 0, data: {} },
    { revision: 1, data: { a: null, b: [], c: {} } },
  ],
};

describe('the same config', () => {
  let api: TestApi;
  let names = 0;
  before(async () => {
    api = await startTestApi({ admission: { plugins: [] } });
  });
  after(() => api.close());
  const fresh = (of: SharedKind): Shared => sharedObject({ api, format: 'JSON', of, name: `same-${++names}` });

  /** Three managers apply the config. Each owns the same fields, and none changes the object after the first. */
  async function assertShared(object: Shared, config: JsonObject, query = ''): Promise<void> {
    const first = await object.apply('a', config);
    assert.equal(first.status, 201, first.text);
    for (const manager of ['b', 'c']) {
      const { status, text } = await object.apply(manager, config, query);
      assert.equal(status, 200, text);
    }
    const { metadata, ...rest } = await object.get();
    const { metadata: _, ...made } = first.json;
    assert.deepEqual(plain(rest), plain(made));
    const sets = ownersOf({ metadata: metadata ?? null }).map((owner) => owner.slice(1));
    assert.equal(sets.length, ownersOf(first.json).length * 3);
    assert.ok(new Set(sets).size <= 1, sets.join());
  }

  for (const [of, configs] of Object.entries(CONFIGS)) {
    for (const config of configs) {
      it(`is shared by all who apply it to a ${of}: ${JSON.stringify(config)}`, () =>
        assertShared(fresh(of as SharedKind), config));
    }
  }

  it('is shared with force, too', () => assertShared(fresh('map'), { data: {} }, '&force=true'));

  it('is shared if one manager omits a field that another applies as empty', async () => {
    const object = fresh('map');
    await object.apply('a', { data: {} });
    const { json } = await object.apply('b', { data: { x: '1' } });
    assert.deepEqual(ownersOf(json), ['a Apply v1: .data', 'b Apply v1: .data.x']);
  });

  describe('of a secret with stringData', () => {
    const texts = (stringData: JsonObject): JsonObject => ({ stringData });
    const made = async (): Promise<Shared> => {
      const object = fresh('secret');
      const { json } = await object.apply('a', texts({ x: '1', y: '2' }));
      assert.deepEqual(plain(json['data']), { x: 'MQ==', y: 'Mg==' });
      assert.deepEqual(ownersOf(json), ['a Apply v1: .data.x .data.y']);
      return object;
    };

    it('owns the data, and deletes it', async () => {
      const object = await made();
      const { json } = await object.apply('a', texts({ x: '1' }));
      assert.deepEqual([plain(json['data']), ownersOf(json)], [{ x: 'MQ==' }, ['a Apply v1: .data.x']]);
    });

    it('is shared and conflicts as data', async () => {
      const object = await made();
      const conflict = [['"a"', '.data.x']] as const;
      assertConflict(await object.apply('b', texts({ x: '2' })), conflict);
      assertConflict(await object.apply('b', { data: { x: 'Mg==' } }), conflict);
      const { json } = await object.apply('b', { data: { x: 'MQ==' } });
      assert.deepEqual(ownersOf(json), ['a Apply v1: .data.x .data.y', 'b Apply v1: .data.x']);
    });

    it('overrides data with the same key', async () => {
      const { json } = await fresh('secret').apply('a', { data: { x: 'MQ==' }, ...texts({ x: '2' }) });
      assert.deepEqual([plain(json['data']), ownersOf(json)], [{ x: 'Mg==' }, ['a Apply v1: .data.x']]);
    });

    it('is refused for a type error', async () => {
      const { status, message } = await fresh('secret').apply('a', { stringData: { x: 1 } });
      assert.equal(status, 400);
      assert.match(message, /\.stringData\.x: expected string, got 1$/);
    });

    it("is migrated from kubectl's annotation, which stays as sent", async () => {
      const object = fresh('secret');
      const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
      const config = { apiVersion: 'v1', kind: 'Secret', metadata: {}, stringData: { x: '1' } };
      const annotations = { [annotation]: JSON.stringify(config) };
      await object.apply('kubectl-client-side-apply', { metadata: { annotations }, ...texts({ x: '1' }) });
      const { status, json, text } = await object.apply('kubectl', texts({ x: '2' }));
      assert.deepEqual([status, plain(json['data'])], [200, { x: 'Mg==' }], text);
      const { [annotation]: kept = '' } = (json['metadata'] as { annotations: Record<string, string> }).annotations;
      assert.match(kept, /"stringData":\{"x":"2"\}/);
    });
  });

  it('is a conflict for another change', async () => {
    const object = fresh('capacity');
    await object.apply('a', { storageClassName: 'fast', capacity: '1000m', nodeTopology: null });
    const wanted = { capacity: '1001m', nodeTopology: {} };
    assertConflict(await object.apply('b', wanted), [
      ['"a"', '.capacity'],
      ['"a"', '.nodeTopology'],
    ]);
  });

  it('never conflicts, for any config', () => {
    const key = fc.constantFrom('a', 'b', 'c');
    const text = fc.constantFrom<JsonValue>('', 'x', 'y');
    const texts = fc.oneof(fc.dictionary(key, text, { maxKeys: 2 }), fc.constant(null));
    const list = (item: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> =>
      fc.oneof(fc.array(item, { maxLength: 2 }), fc.constant(null));
    const optional = (fields: Record<string, fc.Arbitrary<JsonValue>>): fc.Arbitrary<JsonObject> =>
      fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;
    const quantity = fc.constantFrom('0', '1000m', '1', '0.5', '1e3', '1024Ki', '1Mi', '+1');
    const rule = optional({ resourceNames: list(text), nonResourceURLs: fc.constantFrom<JsonValue>(null, []) }).map(
      (rest): JsonValue => ({ verbs: ['get'], apiGroups: [''], resources: ['pods'], ...rest }),
    );
    const configs: fc.Arbitrary<readonly [SharedKind, JsonObject]> = fc.oneof(
      fc.tuple(
        fc.constant('map' as const),
        optional({ data: texts, immutable: fc.constantFrom(false, null), metadata: optional({ annotations: texts }) }),
      ),
      fc.tuple(
        fc.constant('capacity' as const),
        optional({
          capacity: quantity,
          nodeTopology: fc.oneof(optional({ matchLabels: texts }), fc.constant(null)),
        }).map((config): JsonObject => ({ storageClassName: 'fast', ...config })),
      ),
      fc.tuple(fc.constant('role' as const), optional({ rules: list(rule) })),
      fc.tuple(
        fc.constant('driver' as const),
        fc.record({
          spec: optional({
            podInfoOnMount: fc.constantFrom(true, false, null),
            volumeLifecycleModes: fc.constantFrom(null, [], ['Ephemeral']),
            tokenRequests: fc.constantFrom<JsonValue>(null, [], [{ audience: '' }], [{ audience: 'a' }]),
          }),
        }),
      ),
    );
    return fc.assert(
      fc.asyncProperty(configs, async ([of, config]) => {
        const object = fresh(of);
        for (const manager of ['a', 'b', 'c']) {
          const { status, text } = await object.apply(manager, config);
          assert.equal(status, manager === 'a' ? 201 : 200, `${JSON.stringify(config)}: ${text}`);
        }
      }),
      { numRuns: 60 },
    );
  });
});
