import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';

const kubelet = (node: string) => authenticatedUser(`system:node:${node}`, ['system:nodes']);
const image = { name: 'c', image: 'c' };
const A = '/api/v1/namespaces/a';
const CLAIMS = '/apis/resource.k8s.io/v1/namespaces/a/resourceclaims';

describe('the Node authorizer', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi({ admission: { plugins: [] } });
    await post('/api/v1/namespaces', { metadata: { name: 'a' } });
    await post(`${A}/pods`, {
      metadata: { name: 'one' },
      spec: {
        nodeName: 'n',
        serviceAccountName: 'robot',
        imagePullSecrets: [{ name: 'pull' }],
        initContainers: [{ ...image, name: 'i', envFrom: [{ configMapRef: { name: 'env-map' } }] }],
        containers: [{ ...image, env: [{ name: 'K', valueFrom: { secretKeyRef: { name: 'env-secret', key: 'k' } } }] }],
        volumes: [
          { name: 'v', persistentVolumeClaim: { claimName: 'disk' } },
          { name: 'scratch', ephemeral: { volumeClaimTemplate: { spec: claimSpec } } },
          { name: 'all', projected: { sources: [{ configMap: { name: 'map' } }, { secret: { name: 'secret' } }] } },
        ],
        resourceClaims: [{ name: 'gpu', resourceClaimName: 'gpu-claim' }],
      },
    });
    await post(`${A}/pods`, { metadata: { name: 'two' }, spec: { nodeName: 'm', containers: [image] } });
    await post(`${A}/pods`, {
      metadata: { name: 'free' },
      spec: { containers: [image], volumes: [{ name: 'v', secret: { secretName: 'unbound' } }] },
    });
    await post(`${A}/pods`, {
      metadata: { name: 'mirror', annotations: { 'kubernetes.io/config.mirror': 'x' } },
      spec: { nodeName: 'n', containers: [image], volumes: [{ name: 'v', secret: { secretName: 'of-mirror' } }] },
    });
    await post('/api/v1/persistentvolumes', {
      metadata: { name: 'volume' },
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        claimRef: { namespace: 'a', name: 'disk' },
        csi: {
          driver: 'csi.example.com',
          volumeHandle: 'v',
          nodeStageSecretRef: { namespace: 'secrets', name: 'stage' },
          controllerPublishSecretRef: { namespace: 'secrets', name: 'publish' },
        },
      },
    });
    await post('/apis/storage.k8s.io/v1/volumeattachments', {
      metadata: { name: 'attachment' },
      spec: { attacher: 'csi.example.com', nodeName: 'n', source: { persistentVolumeName: 'volume' } },
    });
    await post('/apis/resource.k8s.io/v1/resourceslices', {
      metadata: { name: 'slice' },
      spec: { driver: 'gpu.example.com', nodeName: 'n', pool: { name: 'p', generation: 1, resourceSliceCount: 1 } },
    });
  });
  after(() => api.close());

  const claimSpec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

  async function post(path: string, body: JsonObject): Promise<void> {
    const { status, message } = await api.request('POST', path, { body });
    assert.equal(status, 201, message);
  }

  async function get(path: string, node: string): Promise<{ status: number; message: string }> {
    return api.request('GET', path, { user: kubelet(node) });
  }

  const needed: readonly string[] = [
    `${A}/pods/one`,
    `${A}/serviceaccounts/robot`,
    `${A}/secrets/pull`,
    `${A}/secrets/env-secret`,
    `${A}/secrets/secret`,
    `${A}/configmaps/env-map`,
    `${A}/configmaps/map`,
    `${A}/persistentvolumeclaims/disk`,
    `${A}/persistentvolumeclaims/one-scratch`,
    '/api/v1/persistentvolumes/volume',
    '/api/v1/namespaces/secrets/secrets/stage',
    `${CLAIMS}/gpu-claim`,
    '/apis/storage.k8s.io/v1/volumeattachments/attachment',
    '/apis/resource.k8s.io/v1/resourceslices/slice',
  ];
  for (const path of needed) {
    it(`allows ${path} to the node of the pod only`, async () => {
      // Most of these objects do not exist: 404 is an answer after authorization.
      const own = await get(path, 'n');
      assert.ok(own.status === 200 || own.status === 404, own.message);
      const other = await get(path, 'm');
      assert.equal(other.status, 403);
      assert.match(other.message, /: no relationship found between node 'm' and this object$/);
    });
  }

  for (const path of [
    `${A}/secrets/unbound`,
    `${A}/secrets/of-mirror`,
    `${A}/secrets/other`,
    '/api/v1/namespaces/b/secrets/pull',
    '/api/v1/namespaces/secrets/secrets/publish',
    `${A}/pods/two`,
  ]) {
    it(`does not allow ${path}`, async () => assert.equal((await get(path, 'n')).status, 403));
  }

  it('follows changes: of pods, of their status and of volumes', async () => {
    const generated = `${CLAIMS}/generated`;
    const secret = `${A}/secrets/later`;
    for (const path of [generated, secret]) assert.equal((await get(path, 'n')).status, 403);
    await post(`${A}/pods`, {
      metadata: { name: 'later' },
      spec: {
        nodeName: 'n',
        containers: [image],
        volumes: [{ name: 'v', secret: { secretName: 'later' } }],
        resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 'gpus' }],
      },
    });
    assert.equal((await get(secret, 'n')).status, 404);
    assert.equal((await get(generated, 'n')).status, 403);
    const patch = async (body: JsonValue): Promise<void> => {
      const headers = { 'content-type': 'application/merge-patch+json' };
      const { status, message } = await api.request('PATCH', `${A}/pods/later/status`, { body, headers });
      assert.equal(status, 200, message);
    };
    await patch({ status: { resourceClaimStatuses: [{ name: 'gpu', resourceClaimName: 'generated' }] } });
    assert.equal((await get(generated, 'n')).status, 404);
    const { status } = await api.request('DELETE', `${A}/pods/later?gracePeriodSeconds=0`);
    assert.equal(status, 200);
    for (const path of [generated, secret]) assert.equal((await get(path, 'n')).status, 403);
  });

  it('answers for a user without a node name, and leaves other users to other modes', async () => {
    const nameless = await get(`${A}/pods/one`, '');
    assert.match(nameless.message, /: unknown node for user "system:node:"$/);
    const other = authenticatedUser('system:node:n');
    assert.match((await api.request('GET', `${A}/pods/one`, { user: other })).message, /in the namespace "a"$/);
  });

  it('lists no rules, and says so', async () => {
    const { json } = await api.request('POST', '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', {
      user: kubelet('n'),
      body: { spec: { namespace: 'a' } },
    });
    const { incomplete, evaluationError } = json['status'] as JsonObject;
    assert.equal(incomplete, true);
    assert.equal(evaluationError, 'node authorizer does not support user rule resolution');
  });
});
