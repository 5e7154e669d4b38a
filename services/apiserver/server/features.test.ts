import assert from 'node:assert/strict';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { ALL_FEATURES } from '../features/all-features.test.helper.js';
import type { FeatureName } from '../features/gates.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { startTestApi, type TestApi, type TestRequest, type TestResponse } from './api.test.helper.js';

const MAPS = '/api/v1/namespaces/default/configmaps';

interface Behaviour {
  readonly ask: (api: TestApi) => Promise<TestResponse>;
  /** Part of the response that shows the feature. */
  readonly see: (response: TestResponse) => unknown;
  readonly on: unknown;
  readonly off: unknown;
}

const get =
  (path: string, request?: TestRequest): Behaviour['ask'] =>
  (api) =>
    api.request('GET', path, request);

const kindOf = (path: string): Behaviour => ({
  ask: get(`/apis/${path}`),
  see: ({ status }) => status,
  on: 200,
  off: 404,
});

const PAGES = { flags: { v: 0 } };

const page = (path: string): Behaviour => ({ ask: get(path), see: ({ status }) => status, on: 200, off: 404 });

/** Not seen in answers: APIServerIdentity needs several servers (test-e2e), the other one takes minutes (cache.test.ts). */
type Elsewhere = 'APIServerIdentity' | 'DetectCacheInconsistency';

/** A case for each feature gate that is not locked. */
const BEHAVIOURS: Readonly<Record<Exclude<FeatureName, Elsewhere>, Behaviour>> = {
  APIResponseCompression: {
    ask: get(MAPS, { headers: { 'accept-encoding': 'gzip' } }),
    see: ({ headers }) => headers['content-encoding'],
    on: 'gzip',
    off: undefined,
  },
  AllowUnsafeMalformedObjectDeletion: {
    ask: (api) =>
      api.request('DELETE', `${MAPS}/absent`, { body: { ignoreStoreReadErrorWithClusterBreakingPotential: true } }),
    see: ({ status }) => status,
    on: 422,
    off: 404,
  },
  AuthorizePodWebsocketUpgradeCreatePermission: {
    async ask(api) {
      const rbac = '/apis/rbac.authorization.k8s.io/v1';
      const rules = [{ apiGroups: [''], resources: ['pods/exec'], verbs: ['get'] }];
      await api.request('POST', `${rbac}/clusterroles`, { body: { metadata: { name: 'exec' }, rules } });
      const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'exec' };
      const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'ann' }];
      await api.request('POST', `${rbac}/clusterrolebindings`, {
        body: { metadata: { name: 'exec' }, roleRef, subjects },
      });
      return api.request('GET', '/api/v1/namespaces/default/pods/p/exec', { user: authenticatedUser('ann', []) });
    },
    see: ({ status }) => status,
    on: 403,
    off: 404,
  },
  ClusterTrustBundle: kindOf('certificates.k8s.io/v1beta1/clustertrustbundles'),
  ComponentFlagz: page('/flagz'),
  ComponentStatusz: page('/statusz'),
  ManifestBasedAdmissionControlConfig: {
    ask: (api) =>
      api.request('POST', '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations?dryRun=All', {
        body: { metadata: { name: 'a.static.k8s.io' } },
      }),
    see: ({ status }) => status,
    on: 422,
    off: 201,
  },
  PodCertificateRequest: kindOf('certificates.k8s.io/v1beta1/podcertificaterequests'),
  StorageVersionHash: {
    ask: get('/api/v1'),
    see: ({ json }) => {
      const all = plain(json['resources']) as { name: string; storageVersionHash?: string }[];
      return all.find(({ name }) => name === 'configmaps')?.storageVersionHash;
    },
    on: 'qFsyl6wFWjQ=',
    off: undefined,
  },
  StorageVersionMigrator: kindOf('storagemigration.k8s.io/v1beta1/storageversionmigrations'),
  WatchList: {
    // The parameter is validated only if the feature is enabled.
    ask: get(`${MAPS}?watch=1&sendInitialEvents=true`),
    see: ({ message }) => message.replace(/^.*Forbidden: /, ''),
    on: 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
    off: 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
  },
};

describe('a feature', () => {
  let on: TestApi;
  before(async () => {
    on = await startTestApi({ features: ALL_FEATURES, isServed: () => true, operations: PAGES });
    for (const name of ['m1', 'm2', 'm3']) {
      // Large enough for compression.
      await on.request('POST', MAPS, { body: { metadata: { name }, data: { a: 'a'.repeat(50_000) } } });
    }
  });
  after(() => on.close());

  for (const [name, { ask, see, on: whenOn, off: whenOff }] of Object.entries(BEHAVIOURS)) {
    it(`${name} has an effect that disabling it removes`, async () => {
      assert.deepEqual(see(await ask(on)), whenOn);
      const off = await startTestApi({
        operations: PAGES,
        store: on.store,
        features: { ...ALL_FEATURES, [name]: false },
        isServed: () => true,
      });
      assert.deepEqual(see(await ask(off)), whenOff);
    });
  }
});
