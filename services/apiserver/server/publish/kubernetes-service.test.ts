import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { endpoints, services } from '@pilothouse/client/core.js';
import { endpointSlices } from '@pilothouse/client/discovery.js';
import { startTestApi, type TestApi } from '../api.test.helper.js';
import { endpointLeases } from './endpoint-leases.js';
import { keepKubernetesService } from './kubernetes-service.js';

describe('the Service kubernetes', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startTestApi();
  });
  afterEach(() => api.close());

  interface Server {
    /** Resolves after the next attempt. */
    readonly next: () => Promise<void>;
    readonly stop: () => Promise<void>;
    readonly errors: readonly unknown[];
  }

  /** A server that makes an attempt whenever the test asks for one. */
  async function start(address: string | undefined, port = 6443, nodePort = 0): Promise<Server> {
    const stopping = new AbortController();
    const errors: unknown[] = [];
    let attempted = (): void => undefined;
    let wake = (): void => undefined;
    const nextAttempt = () => new Promise<void>((resolve) => (attempted = resolve));
    const first = nextAttempt();
    const kept = keepKubernetesService({
      client: api.client,
      domain: createDomain(),
      port,
      clusterIP: '10.0.0.1',
      nodePort,
      ...(address !== undefined && { address }),
      leases: endpointLeases(api.store),
      timing: {
        now: () => 0,
        random: () => 0,
        sleep: () =>
          new Promise((resolve) => {
            wake = resolve;
            attempted();
          }),
      },
      onError: (error) => errors.push(error),
      signal: stopping.signal,
    });
    await first;
    return {
      errors,
      async next() {
        const ended = nextAttempt();
        wake();
        await ended;
      },
      async stop() {
        stopping.abort();
        wake();
        await kept;
      },
    };
  }

  async function addresses(): Promise<readonly string[]> {
    const { subsets = [] } = await api.client.of(endpoints).namespace('default').get('kubernetes');
    const slice = await api.client.of(endpointSlices).namespace('default').get('kubernetes');
    const found = subsets.flatMap((subset) => (subset.addresses ?? []).map(({ ip }) => ip));
    assert.deepEqual(
      (slice.endpoints ?? []).flatMap((endpoint) => endpoint.addresses),
      found,
    );
    return found;
  }

  it('has the first address of the range, and a server as its endpoint', async () => {
    const server = await start('192.0.2.1');
    const { spec, metadata } = await api.client.of(services).namespace('default').get('kubernetes');
    assert.deepEqual({ ...metadata.labels }, { component: 'apiserver', provider: 'kubernetes' });
    assert.deepEqual([spec.clusterIP, spec.type, spec.ipFamilyPolicy], ['10.0.0.1', 'ClusterIP', 'SingleStack']);
    assert.deepEqual(
      (spec.ports ?? []).map((port) => ({ ...port })),
      [{ name: 'https', protocol: 'TCP', port: 443, targetPort: 6443 }],
    );
    const { metadata: own, subsets } = await api.client.of(endpoints).namespace('default').get('kubernetes');
    assert.deepEqual({ ...own.labels }, { 'endpointslice.kubernetes.io/skip-mirror': 'true' });
    assert.deepEqual(
      subsets?.[0]?.ports?.map((port) => ({ ...port })),
      [{ name: 'https', port: 6443, protocol: 'TCP' }],
    );
    const slice = await api.client.of(endpointSlices).namespace('default').get('kubernetes');
    assert.equal(slice.addressType, 'IPv4');
    assert.deepEqual({ ...slice.metadata.labels }, { 'kubernetes.io/service-name': 'kubernetes' });
    assert.deepEqual(await addresses(), ['192.0.2.1']);
    await server.stop();
    assert.deepEqual(server.errors, []);
  });

  it('has the node port of the flag', async () => {
    const server = await start(undefined, 6443, 30_443);
    const { spec } = await api.client.of(services).namespace('default').get('kubernetes');
    assert.deepEqual([spec.type, spec.ports?.[0]?.nodePort], ['NodePort', 30_443]);
    await server.stop();
  });

  it('has all servers as endpoints, until they stop', async () => {
    const servers = await Promise.all(['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((address) => start(address)));
    for (const server of servers) await server.next();
    assert.deepEqual(await addresses(), ['192.0.2.1', '192.0.2.2', '192.0.2.3']);
    await servers[1]?.stop();
    assert.deepEqual(await addresses(), ['192.0.2.1', '192.0.2.3']);
    await servers[0]?.stop();
    await servers[2]?.stop();
    assert.deepEqual(await addresses(), []);
    assert.deepEqual(
      servers.flatMap(({ errors }) => errors),
      [],
    );
  });

  it('loses the endpoint of a server whose lease expired', async () => {
    const dead = await start('192.0.2.1');
    const server = await start('192.0.2.2');
    assert.deepEqual(await addresses(), ['192.0.2.1', '192.0.2.2']);
    await endpointLeases(api.store).remove('192.0.2.1', new AbortController().signal);
    await server.next();
    assert.deepEqual(await addresses(), ['192.0.2.2']);
    await Promise.all([dead.stop(), server.stop()]);
  });

  it('is repaired when it is deleted or its endpoints are changed', async () => {
    const server = await start('192.0.2.1');
    await api.client.of(services).namespace('default').delete('kubernetes');
    await api.client.of(endpointSlices).namespace('default').delete('kubernetes');
    await server.next();
    assert.deepEqual(await addresses(), ['192.0.2.1']);
    await api.request('PATCH', '/api/v1/namespaces/default/endpoints/kubernetes', {
      body: { subsets: null, metadata: { labels: null } },
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    await server.next();
    assert.deepEqual(await addresses(), ['192.0.2.1']);
    assert.equal((await api.client.of(services).namespace('default').get('kubernetes')).spec.clusterIP, '10.0.0.1');
    await server.stop();
    assert.deepEqual(server.errors, []);
  });

  it('has no endpoints where they are not kept', async () => {
    const server = await start(undefined);
    await api.client.of(services).namespace('default').get('kubernetes');
    await assert.rejects(api.client.of(endpoints).namespace('default').get('kubernetes'), { reason: 'NotFound' });
    await server.stop();
  });

  it('reports that another service has its address', async () => {
    const spec = { clusterIP: '10.0.0.1', ports: [{ port: 80 }] };
    await api.client
      .of(services)
      .namespace('default')
      .create({ metadata: { name: 'other' }, spec });
    const server = await start('192.0.2.1');
    assert.match(String(server.errors[0]), /failed to allocate IP 10\.0\.0\.1: provided IP is already allocated/);
    await server.stop();
  });
});
