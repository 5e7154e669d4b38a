import assert from 'node:assert/strict';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';
import { onlyServed, servedAs } from '../registry/served.js';
import { withFormerVersions } from '@pilothouse/kinds/definition/former-versions.test.helper.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { deprecatedRequests } from './deprecated-requests.js';

const GROUP = '/apis/storage.k8s.io';
const BETA = `${GROUP}/v1beta1/namespaces/default/csistoragecapacities`;
const STABLE = `${GROUP}/v1/namespaces/default/csistoragecapacities`;

describe('requests to a deprecated version', () => {
  const deprecations = deprecatedRequests();
  let api: TestApi;
  before(async () => {
    api = await startTestApi({ deprecations, formerVersions: true });
  });
  after(() => api.close());

  it('get a warning with Kubernetes’ text and are recorded once for metrics; other requests are not', async () => {
    const asked = await api.request('GET', STABLE);
    assert.deepEqual([asked.headers['warning'], [...deprecations.all()]], [undefined, []]);
    for (const [method, path] of [
      ['GET', BETA],
      ['GET', `${BETA}/nothing`],
      ['DELETE', BETA],
    ] as const) {
      const { headers } = await api.request(method, path);
      assert.equal(
        headers['warning'],
        '299 - "storage.k8s.io/v1beta1 CSIStorageCapacity is deprecated in v1.24+, unavailable in v1.27+; use storage.k8s.io/v1 CSIStorageCapacity"',
      );
    }
    assert.deepEqual(
      [...deprecations.all()],
      [
        {
          group: 'storage.k8s.io',
          version: 'v1beta1',
          resource: 'csistoragecapacities',
          subresource: '',
          removedRelease: '1.27',
        },
      ],
    );
    assert.deepEqual(
      [...deprecations.uses()].map(({ client, count }) => [client, count]),
      [['', 3]],
    );
  });
});

describe('a disabled version', () => {
  const definitions = withFormerVersions(builtInResources(createDomain()));
  const served = servedAs(
    new Map([
      ['api/beta', false],
      ['storage.k8s.io/v1/csidrivers', false],
    ]),
    definitions,
  );
  assert.ok(served.ok);
  const { isServed } = served;
  let on: TestApi;
  let off: TestApi;
  before(async () => {
    on = await startTestApi({ formerVersions: true });
    off = await startTestApi({ store: on.store, isServed, formerVersions: true });
  });
  after(() => on.close());

  it('has no path', async () => {
    assert.deepEqual(
      [
        (await on.request('GET', BETA)).status,
        (await off.request('GET', BETA)).status,
        (await off.request('GET', STABLE)).status,
      ],
      [200, 404, 200],
    );
    assert.equal((await off.request('GET', `${GROUP}/v1/csidrivers`)).status, 404);
  });

  it('is not in discovery', async () => {
    assert.equal((await off.request('GET', `${GROUP}/v1beta1`)).status, 404);
    const { json: group } = await off.request('GET', GROUP);
    assert.deepEqual(
      (group['versions'] as { version: string }[]).map(({ version }) => version),
      ['v1'],
    );
    const { json: list } = await off.request('GET', `${GROUP}/v1`);
    assert.deepEqual(
      (list['resources'] as { name: string }[]).map(({ name }) => name),
      onlyServed(definitions, isServed)
        .filter(({ group: name }) => name === 'storage.k8s.io')
        .flatMap(({ resource, subresources }) => [
          resource,
          ...Object.keys(subresources).map((name) => `${resource}/${name}`),
        ]),
    );
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
    const { text } = await off.request('GET', '/apis', { headers: { accept } });
    assert.doesNotMatch(text, /v1beta1|csidrivers/);
    assert.doesNotMatch((await off.request('GET', '/openapi/v2')).text, /storage\.k8s\.io\/v1beta1|csidrivers/);
    assert.doesNotMatch((await off.request('GET', '/openapi/v3')).text, /storage\.k8s\.io\/v1beta1/);
  });

  it('keeps stored objects and their field ownership', async () => {
    const body = { metadata: { name: 'a' }, storageClassName: 'c' };
    const { json: made } = await on.request('POST', `${BETA}?fieldManager=old`, { body });
    const { status, json } = await off.request('GET', `${STABLE}/a`);
    assert.deepEqual([status, json['storageClassName']], [200, 'c']);
    assert.deepEqual(json['metadata'], made['metadata']);
  });

  it('is no longer preferred; the storage version stays', async () => {
    const config = new Map([
      ['storage.k8s.io/v1', false],
      ['api/beta', true],
    ]);
    const young = servedAs(config, definitions);
    assert.ok(young.ok);
    const beta = await startTestApi({ store: on.store, isServed: young.isServed, formerVersions: true });
    const { json } = await beta.request('GET', GROUP);
    assert.deepEqual(
      { ...(json['preferredVersion'] as object) },
      { groupVersion: 'storage.k8s.io/v1beta1', version: 'v1beta1' },
    );
    const hash = async (api: TestApi, version: string) => {
      const { json: list } = await api.request('GET', `${GROUP}/${version}`);
      const all = list['resources'] as { name: string; storageVersionHash: string }[];
      return all.find(({ name }) => name === 'csistoragecapacities')?.storageVersionHash;
    };
    assert.equal(await hash(beta, 'v1beta1'), await hash(on, 'v1'));
    assert.deepEqual((await beta.request('GET', `${BETA}/a`)).json['apiVersion'], 'storage.k8s.io/v1beta1');
  });
});
