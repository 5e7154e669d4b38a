import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_FEATURES } from '../features/gates.js';
import { createServerMetrics } from '../metrics/server-metrics.js';
import { DEFAULT_SERVICE_NETWORK } from '../options/service-network.js';
import { startTestApi, type TestApi } from './api.test.helper.js';

const SERVICES = '/api/v1/namespaces/default/services';
const API_SERVICES = '/apis/apiregistration.k8s.io/v1/apiservices';
const MERGE = { 'content-type': 'application/merge-patch+json' };
const CIDR = '10.0.0.0/29';

describe('metrics of Services and APIServices', () => {
  let api: TestApi;
  before(async () => {
    const metrics = createServerMetrics({ features: DEFAULT_FEATURES, clock: () => 0, now: () => new Date(0) });
    const serviceNetwork = {
      ...DEFAULT_SERVICE_NETWORK,
      clusterIPRanges: [CIDR] as const,
      nodePorts: { first: 30_000, last: 30_003 },
    };
    api = await startTestApi({ metrics, serviceNetwork });
  });
  after(() => api.close());

  /** The value of a series, such as `name{a="b"}`. */
  async function valueOf(series: string): Promise<number | undefined> {
    const { text } = await api.request('GET', '/metrics');
    const line = text.split('\n').find((each) => each.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  }

  async function until(series: string, value: number): Promise<void> {
    for (let attempt = 0; (await valueOf(series)) !== value; attempt++) {
      assert.ok(attempt < 400, `${series} is ${await valueOf(series)}`);
      await pause(5);
    }
  }

  const addresses = (name: string, more = ''): string =>
    `kube_apiserver_clusterip_allocator_${name}{cidr="${CIDR}"${more}}`;
  const ports = (name: string, labels = ''): string => `kube_apiserver_nodeport_allocator_${name}${labels}`;
  const create = (name: string, spec: object) =>
    api.request('POST', SERVICES, { body: { metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } } });

  it('show what is taken and what is free', async () => {
    const [taken, free] = [await valueOf(addresses('allocated_ips')), await valueOf(addresses('available_ips'))];
    assert.ok(taken !== undefined && free !== undefined);
    assert.equal(await valueOf(ports('available_ports')), 4);
    const { status, json } = await create('a', { type: 'NodePort' });
    assert.equal(status, 201);
    await until(addresses('allocated_ips'), taken + 1);
    await until(addresses('available_ips'), free - 1);
    await until(ports('allocated_ports'), 1);
    await until(ports('available_ports'), 3);
    assert.equal(await valueOf(addresses('allocation_total', ',scope="dynamic"')), 1);
    assert.equal(await valueOf(addresses('allocation_duration_seconds_count')), 1);
    assert.equal(await valueOf(ports('allocation_total', '{scope="dynamic"}')), 1);
    const { clusterIP } = json['spec'] as { readonly clusterIP: string };
    assert.equal((await create('b', { clusterIP })).status, 422);
    assert.equal((await create('c', { type: 'NodePort', ports: [{ port: 80, nodePort: 31_000 }] })).status, 422);
    assert.equal(await valueOf(addresses('allocation_errors_total', ',scope="static"')), 1);
    assert.equal(await valueOf(ports('allocation_errors_total', '{scope="static"}')), 1);
  });

  it('show the APIServices that are not available, and count each change', async () => {
    const name = 'v1.example.com';
    const spec = { group: 'example.com', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1 };
    assert.equal((await api.request('POST', API_SERVICES, { body: { metadata: { name }, spec } })).status, 201);
    const gauge = `aggregator_unavailable_apiservice{name="${name}"}`;
    const counter = `aggregator_unavailable_apiservice_total{name="${name}",reason="ServiceNotFound"}`;
    await until(gauge, 0);
    assert.equal(await valueOf(counter), undefined);
    const service = { namespace: 'default', name: 'none' };
    const body = { spec: { service, insecureSkipTLSVerify: true } };
    assert.equal((await api.request('PATCH', `${API_SERVICES}/${name}`, { body, headers: MERGE })).status, 200);
    await until(gauge, 1);
    await until(counter, 1);
    await api.request('DELETE', `${API_SERVICES}/${name}`);
    for (let attempt = 0; (await valueOf(gauge)) !== undefined; attempt++) {
      assert.ok(attempt < 400, 'the series ends with the APIService');
      await pause(5);
    }
    assert.equal(await valueOf(counter), undefined);
  });

  it('have the version of the build', async () => {
    const { text } = await api.request('GET', '/metrics');
    assert.match(
      text,
      /^kubernetes_build_info\{major="1",minor="36",git_version="v1\.36\.0\+pilothouse\.[^"]+",.*\} 1$/m,
    );
  });
});
