import assert from 'node:assert/strict';
import type { CachedStore } from '@pilothouse/storage/cache/store.js';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';

const PLACE = '/api/v1/namespaces/a';
const MERGE = { 'content-type': 'application/merge-patch+json' };

/** Changes of the namespace between a server's check and its write. */
const CASES: readonly (readonly [string, (api: TestApi) => Promise<unknown>, number, RegExp])[] = [
  ['nothing', async () => {}, 201, /"name":"x"/],
  [
    'a label',
    (api) => api.request('PATCH', PLACE, { body: { metadata: { labels: { changed: 'yes' } } }, headers: MERGE }),
    201,
    /"name":"x"/,
  ],
  ['its deletion', (api) => api.request('DELETE', PLACE), 403, /because it is being terminated/],
  ['its end', end, 404, /namespaces \\"a\\" not found/],
  [
    'deletion and recreation',
    async (api) => {
      await end(api);
      await api.request('POST', '/api/v1/namespaces', { body: { metadata: { name: 'a' } } });
    },
    201,
    /"name":"x"/,
  ],
];

async function end(api: TestApi): Promise<void> {
  const { json } = await api.request('DELETE', PLACE);
  await api.request('PUT', `${PLACE}/finalize`, { body: { ...json, spec: { finalizers: [] } } });
}

describe('creation during a change of the namespace', () => {
  let api: TestApi;
  let slow: TestApi;
  let meanwhile: () => Promise<unknown>;
  beforeEach(async () => {
    api = await startTestApi();
    await api.request('POST', '/api/v1/namespaces', { body: { metadata: { name: 'a' } } });
    slow = await startTestApi({ store: withSlowCreation(api.store, () => meanwhile()) });
  });
  afterEach(() => api.close());

  for (const [what, happen, status, text] of CASES) {
    for (const [verb, send] of [
      ['POST', () => slow.request('POST', `${PLACE}/configmaps`, { body: { metadata: { name: 'x' } } })],
      [
        'apply',
        () =>
          slow.request('PATCH', `${PLACE}/configmaps/x?fieldManager=m`, {
            body: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'x' } },
            headers: { 'content-type': 'application/apply-patch+yaml' },
          }),
      ],
    ] as const) {
      it(`${verb}: ${what} results in ${status}`, async () => {
        let times = 0;
        meanwhile = async () => (times++ < 2 ? happen(api) : undefined);
        const answer = await send();
        assert.equal(answer.status, status, answer.text);
        assert.match(answer.text, text);
        const { json } = await api.request('GET', '/api/v1/configmaps');
        const names = (json['items'] as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);
        assert.deepEqual(names, status === 201 ? ['x'] : []);
      });
    }
  }
});

/** Runs `meanwhile` before each creation of a config map. */
function withSlowCreation(store: CachedStore, meanwhile: () => Promise<unknown>): CachedStore {
  const create: CachedStore['create'] = async (key, value, options) => {
    if (key.includes('/configmaps/')) await meanwhile();
    return store.create(key, value, options);
  };
  return new Proxy(store, { get: (target, name) => (name === 'create' ? create : Reflect.get(target, name)) });
}
