import assert from 'node:assert/strict';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { structOf } from '@pilothouse/apimachinery/meta/object.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';

const CORE = '/api/v1/namespaces/default';
const SYSTEM = '/api/v1/namespaces/kube-system';
const MERGE = { 'content-type': 'application/merge-patch+json' };

describe('ResourceQuota', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());
  afterEach(() => api.request('DELETE', `${CORE}/resourcequotas`));

  const setStatus = (name: string, status: JsonObject) =>
    api.request('PATCH', `${CORE}/resourcequotas/${name}/status`, { body: { status }, headers: MERGE });
  /** A quota as the controller makes it. */
  async function quota(name: string, hard: Record<string, string>): Promise<void> {
    await api.request('POST', `${CORE}/resourcequotas`, { body: { metadata: { name }, spec: { hard } } });
    const used = Object.fromEntries(Object.keys(hard).map((each) => [each, '0']));
    assert.equal((await setStatus(name, { hard, used })).status, 200);
  }
  const usedOf = async (name: string) => {
    const { json } = await api.request('GET', `${CORE}/resourcequotas/${name}`);
    return plain(structOf(json, 'status')['used']);
  };
  let count = 0;
  const createMap = (target = `${CORE}/configmaps`) =>
    api.request('POST', target, { body: { metadata: { name: `map-${++count}` } } });

  it('admits no more objects than its limit, however many are created at once', async () => {
    await quota('maps', { configmaps: '7' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => createMap()));
    assert.equal(answers.filter(({ status }) => status === 201).length, 7);
    for (const { status, message } of answers) {
      if (status !== 201)
        assert.match(
          message,
          /exceeded quota: maps, requested: configmaps=1, used: configmaps=7, limited: configmaps=7$/,
        );
    }
    assert.deepEqual(await usedOf('maps'), { configmaps: '7' });
  });

  it('charges nothing for a dry run, and nothing to another quota if one refuses', async () => {
    await quota('wide', { configmaps: '9' });
    await quota('narrow', { 'count/configmaps': '0' });
    assert.equal((await createMap(`${CORE}/configmaps?dryRun=All`)).status, 403);
    assert.equal((await createMap()).status, 403);
    await setStatus('narrow', { hard: { 'count/configmaps': '1' } });
    assert.equal((await createMap(`${CORE}/configmaps?dryRun=All`)).status, 201);
    assert.deepEqual(await usedOf('wide'), { configmaps: '0' });
    assert.equal((await createMap()).status, 201);
    assert.deepEqual(
      [await usedOf('wide'), await usedOf('narrow')],
      [{ configmaps: '1' }, { 'count/configmaps': '1' }],
    );
  });

  it('charges several quotas together, and nothing for an object that exists', async () => {
    await quota('one', { configmaps: '3' });
    await quota('other', { 'count/configmaps': '5' });
    const answers = await Promise.all(Array.from({ length: 9 }, () => createMap()));
    assert.equal(answers.filter(({ status }) => status === 201).length, 3);
    await setStatus('one', { hard: { configmaps: '5' } });
    const again = await api.request('POST', `${CORE}/configmaps`, { body: { metadata: { name: `map-${count - 8}` } } });
    assert.equal(again.status, 409);
    assert.deepEqual([await usedOf('one'), await usedOf('other')], [{ configmaps: '3' }, { 'count/configmaps': '3' }]);
  });

  it('admits no more updates than its limit, however many are made at once', async () => {
    const spec = { ports: [{ port: 80 }] };
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) await api.request('POST', `${CORE}/services`, { body: { metadata: { name }, spec } });
    await quota('ports', { 'services.nodeports': '2' });
    const answers = await Promise.all(
      names.map((name) =>
        api.request('PATCH', `${CORE}/services/${name}`, { body: { spec: { type: 'NodePort' } }, headers: MERGE }),
      ),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).sort((a, b) => a - b),
      [200, 200, 403, 403, 403],
    );
    assert.deepEqual(await usedOf('ports'), { 'services.nodeports': '2' });
  });

  it('is enforced once its usage is known', async () => {
    await api.request('POST', `${CORE}/resourcequotas`, {
      body: { metadata: { name: 'new' }, spec: { hard: { configmaps: '0' } } },
    });
    assert.equal((await createMap()).status, 201);
    await setStatus('new', { hard: { configmaps: '5' } });
    const { status, message } = await createMap();
    assert.equal(status, 403);
    assert.match(message, /: status unknown for quota: new, resources: configmaps$/);
  });

  it('charges an update by the difference', async () => {
    await quota('pods', { pods: '5', 'requests.cpu': '2' });
    const resources = (cpu: string) => ({ requests: { cpu } });
    const spec = { containers: [{ name: 'a', image: 'a', resources: resources('1') }] };
    const made = await api.request('POST', `${CORE}/pods`, { body: { metadata: { name: 'p' }, spec } });
    assert.equal(made.status, 201, made.message);
    const resize = (cpu: string) =>
      api.request('PATCH', `${CORE}/pods/p/resize`, {
        body: { spec: { containers: [{ name: 'a', resources: resources(cpu) }] } },
        headers: { 'content-type': 'application/strategic-merge-patch+json' },
      });
    assert.equal((await resize('1500m')).status, 200);
    assert.deepEqual(await usedOf('pods'), { pods: '1', 'requests.cpu': '1500m' });
    const { status, message } = await resize('3');
    assert.equal(status, 403);
    assert.match(message, /requested: requests\.cpu=1500m, used: requests\.cpu=1500m, limited: requests\.cpu=2$/);
  });

  it('counts devices of claims under the extended resource of their class', async () => {
    const RESOURCE = '/apis/resource.k8s.io/v1';
    const deviceClass = { metadata: { name: 'gpu' }, spec: { extendedResourceName: 'example.com/gpu' } };
    assert.equal((await api.request('POST', `${RESOURCE}/deviceclasses`, { body: deviceClass })).status, 201);
    await quota('devices', { 'requests.example.com/gpu': '3', 'requests.deviceclass.resource.kubernetes.io/gpu': '9' });
    const claim = (name: string, amount: number) => ({
      metadata: { name },
      spec: {
        devices: {
          requests: [{ name: 'a', exactly: { deviceClassName: 'gpu', allocationMode: 'ExactCount', count: amount } }],
        },
      },
    });
    const path = `${RESOURCE}/namespaces/default/resourceclaims`;
    assert.equal((await api.request('POST', path, { body: claim('a', 2) })).status, 201);
    const { status, message } = await api.request('POST', path, { body: claim('b', 2) });
    assert.equal(status, 403);
    const what =
      'requested: requests.example.com/gpu=2, used: requests.example.com/gpu=2, limited: requests.example.com/gpu=3';
    assert.ok(message.endsWith(`exceeded quota: devices, ${what}`), message);
    const amounts = { 'requests.example.com/gpu': '2', 'requests.deviceclass.resource.kubernetes.io/gpu': '2' };
    assert.deepEqual(await usedOf('devices'), amounts);
  });
});

describe('resources that are limited to quotas', () => {
  const limitedResources = [
    { resource: 'configmaps', matchContains: ['count/'] },
    {
      resource: 'pods',
      matchScopes: [{ scopeName: 'PriorityClass', operator: 'In', values: ['system-cluster-critical'] }],
    },
  ];
  const value = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'ResourceQuotaConfiguration', limitedResources };
  const configuration = { value, source: 'test', directory: '' };
  let api: TestApi;
  before(async () => {
    api = await startTestApi({ admission: { configurations: new Map([['ResourceQuota', configuration]]) } });
  });
  after(() => api.close());

  const cover = async (name: string, spec: JsonObject, status: JsonObject) => {
    await api.request('POST', `${SYSTEM}/resourcequotas`, { body: { metadata: { name }, spec } });
    await api.request('PATCH', `${SYSTEM}/resourcequotas/${name}/status`, { body: { status }, headers: MERGE });
  };
  const createMap = () => api.request('POST', `${SYSTEM}/configmaps`, { body: { metadata: { name: 'a' } } });
  const createPod = (priorityClassName: string) =>
    api.request('POST', `${SYSTEM}/pods?dryRun=All`, {
      body: { metadata: { name: 'p' }, spec: { priorityClassName, containers: [{ name: 'a', image: 'a' }] } },
    });

  it('need a quota of their name', async () => {
    const refused = await createMap();
    assert.equal(refused.status, 403);
    assert.match(refused.message, /is forbidden: insufficient quota to consume: count\/configmaps$/);
    await cover('other', { hard: { configmaps: '9' } }, { hard: { configmaps: '9' }, used: { configmaps: '0' } });
    assert.equal((await createMap()).status, 403);
    const hard = { 'count/configmaps': '9' };
    await cover('maps', { hard }, { hard, used: { 'count/configmaps': '0' } });
    assert.equal((await createMap()).status, 201);
  });

  it('need a quota with their scope', async () => {
    assert.equal((await createPod('low')).status, 201);
    const { status, message } = await createPod('system-cluster-critical');
    assert.equal(status, 403);
    assert.match(
      message,
      /insufficient quota to match these scopes: \[\{PriorityClass In \[system-cluster-critical\]\}\]$/,
    );
    await cover('any', { hard: { pods: '9' }, scopes: ['PriorityClass'] }, {});
    assert.equal((await createPod('system-cluster-critical')).status, 201);
  });
});
