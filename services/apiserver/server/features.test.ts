import assert from 'node:assert/strict';
import { DEFAULT_FEATURES, type FeatureName } from '../features/gates.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { startTestApi, type TestApi, type TestRequest, type TestResponse } from './api.test.helper.js';

const MAPS = '/api/v1/namespaces/default/configmaps';

interface Behaviour {
  readonly ask: (api: TestApi) => Promise<TestResponse>;
  /** What of the answer shows the feature. */
  readonly see: (response: TestResponse) => unknown;
  readonly on: unknown;
  readonly off: unknown;
}

const get =
  (path: string, request?: TestRequest): Behaviour['ask'] =>
  (api) =>
    api.request('GET', path, request);

/** A case for every feature that can be switched off; that of the server's lease is of several servers (test-e2e). */
const BEHAVIOURS: Readonly<Record<Exclude<FeatureName, 'APIServerIdentity'>, Behaviour>> = {
  APIResponseCompression: {
    ask: get(MAPS, { headers: { 'accept-encoding': 'gzip' } }),
    see: ({ headers }) => headers['content-encoding'],
    on: 'gzip',
    off: undefined,
  },
  StorageVersionHash: {
    ask: get('/api/v1'),
    see: ({ json }) => {
      const all = plain(json['resources']) as { name: string; storageVersionHash?: string }[];
      return all.find(({ name }) => name === 'configmaps')?.storageVersionHash;
    },
    on: 'qFsyl6wFWjQ=',
    off: undefined,
  },
  WatchList: {
    // What is wrong with it otherwise is looked at only where it is known.
    ask: get(`${MAPS}?watch=1&sendInitialEvents=true`),
    see: ({ message }) => message.replace(/^.*Forbidden: /, ''),
    on: 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
    off: 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
  },
};

describe('a feature', () => {
  let on: TestApi;
  before(async () => {
    on = await startTestApi();
    for (const name of ['m1', 'm2', 'm3']) {
      // Large enough to be worth compressing.
      await on.request('POST', MAPS, { body: { metadata: { name }, data: { a: 'a'.repeat(50_000) } } });
    }
  });
  after(() => on.close());

  for (const [name, { ask, see, on: whenOn, off: whenOff }] of Object.entries(BEHAVIOURS)) {
    it(`${name} does something that switching it off ends`, async () => {
      assert.deepEqual(see(await ask(on)), whenOn);
      const off = await startTestApi({ store: on.store, features: { ...DEFAULT_FEATURES, [name]: false } });
      assert.deepEqual(see(await ask(off)), whenOff);
    });
  }
});
