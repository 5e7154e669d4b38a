import assert from 'node:assert/strict';
import type { Service } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { IPAddress } from '@pilothouse/apimachinery/generated/networking/v1.js';
import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { DEFAULT_SERVICE_NETWORK, type ServiceNetwork } from '../../options/service-network.js';
import { PORTS_PREFIX } from '../../allocation/holders.js';
import { startTestApi, type TestApi, type TestResponse } from '../../server/api.test.helper.js';

const SERVICES = '/api/v1/namespaces/default/services';
const ADDRESSES = '/apis/networking.k8s.io/v1/ipaddresses';
const CIDRS = '/apis/networking.k8s.io/v1/servicecidrs';
const MERGE = { 'content-type': 'application/merge-patch+json' };
const FULL = 'Internal error occurred: failed to allocate a serviceIP for Service "x": range is full';

type Json = { [name: string]: JsonValue };

describe('services', () => {
  let apis: TestApi[] = [];
  afterEach(async () => {
    await Promise.all(apis.map((api) => api.close()));
    apis = [];
  });

  async function start(network: Partial<ServiceNetwork> = {}): Promise<TestApi> {
    const api = await startTestApi({ serviceNetwork: { ...DEFAULT_SERVICE_NETWORK, ...network } });
    apis.push(api);
    return api;
  }

  /** A second server on the same store. */
  const startBeside = ({ store }: TestApi, network: Partial<ServiceNetwork>): Promise<TestApi> =>
    startTestApi({ store, serviceNetwork: { ...DEFAULT_SERVICE_NETWORK, ...network } });

  const create = (api: TestApi, name: string, spec: Json = {}, query = '', metadata: Json = {}) =>
    api.request('POST', SERVICES + query, {
      body: { metadata: { name, ...metadata }, spec: { ports: [{ port: 80 }], ...spec } },
    });
  const patch = (api: TestApi, path: string, body: JsonObject) => api.request('PATCH', path, { body, headers: MERGE });

  async function addresses(api: TestApi): Promise<string[]> {
    const { items } = (await api.request('GET', ADDRESSES)).json as { items: IPAddress[] };
    return items.map(({ metadata: { name = '' } }) => name);
  }

  async function ports(api: TestApi): Promise<number[]> {
    const { entries } = await api.store.list(PORTS_PREFIX);
    return entries.map(({ key }) => Number(key.slice(PORTS_PREFIX.length)));
  }

  function specOf({ json, status, text }: TestResponse): Service['spec'] {
    assert.ok(status < 300, text);
    return (json as Service).spec;
  }

  it('get an address above those for static assignment, with an IPAddress that refers to them', async () => {
    const api = await start();
    const { clusterIP = '', clusterIPs, ipFamilies, ipFamilyPolicy } = specOf(await create(api, 'a'));
    assert.deepEqual([clusterIPs, ipFamilies, ipFamilyPolicy], [[clusterIP], ['IPv4'], 'SingleStack']);
    assert.ok(Number(/^10\.0\.0\.(\d+)$/.exec(clusterIP)?.[1]) > 16, clusterIP);
    const { spec, metadata } = (await api.request('GET', `${ADDRESSES}/${clusterIP}`)).json as IPAddress;
    assert.deepEqual({ ...spec.parentRef }, { resource: 'services', namespace: 'default', name: 'a' });
    assert.deepEqual(
      { ...metadata.labels },
      { 'ipaddress.kubernetes.io/ip-family': 'IPv4', 'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io' },
    );
    assert.ok(metadata.uid !== undefined && metadata.creationTimestamp !== undefined);
    const [{ fieldsV1, ...manager } = {}] = metadata.managedFields ?? [];
    assert.deepEqual([manager.manager, manager.operation], ['pilothouse', 'Update']);
    assert.match(JSON.stringify(fieldsV1), /"f:spec":\{"f:parentRef":/);
    const path = `${ADDRESSES}/${clusterIP}`;
    const { json: stored } = await api.request('GET', path);
    const { json: written } = await api.request('PUT', path, { body: stored });
    assert.deepEqual(written, stored, 'it is stored as a client would store it');
  });

  it('need a single request to the store', async () => {
    const api = await start();
    await create(api, 'a');
    const { store } = api;
    const calls: string[] = [];
    for (const name of ['get', 'list', 'create', 'update'] as const) {
      const call = store[name].bind(store) as (...args: unknown[]) => unknown;
      Object.assign(store, {
        [name](...args: unknown[]) {
          calls.push(`${name} ${String(args[0])}`);
          return call(...args);
        },
      });
    }
    specOf(await create(api, 'b', { type: 'NodePort' }));
    assert.deepEqual(
      calls.filter((call) => /ipaddresses|ranges|services/.test(call)),
      ['create /services/default/b'],
    );
  });

  const ends: readonly (readonly [what: string, end: (api: TestApi) => Promise<unknown>, metadata?: Json])[] = [
    ['a deletion', (api) => api.request('DELETE', `${SERVICES}/a`)],
    ['a deletion of all', (api) => api.request('DELETE', SERVICES)],
    [
      'the removal of the last finalizer',
      async (api) => {
        await api.request('DELETE', `${SERVICES}/a`);
        assert.equal((await addresses(api)).length, 1);
        await patch(api, `${SERVICES}/a`, { metadata: { finalizers: null } });
      },
      { finalizers: ['example.com/a'] },
    ],
    [
      'the removal of the last finalizer in the status',
      async (api) => {
        await api.request('DELETE', `${SERVICES}/a`);
        await patch(api, `${SERVICES}/a/status`, { metadata: { finalizers: null } });
      },
      { finalizers: ['example.com/a'] },
    ],
    [
      'a change to ExternalName',
      (api) => patch(api, `${SERVICES}/a`, { spec: { type: 'ExternalName', externalName: 'a' } }),
    ],
  ];
  for (const [what, end, metadata] of ends) {
    it(`lose their address and their node ports by ${what}`, async () => {
      const api = await start();
      specOf(await create(api, 'a', { type: 'NodePort' }, '', metadata));
      assert.deepEqual([(await addresses(api)).length, (await ports(api)).length], [1, 1]);
      await end(api);
      assert.deepEqual([await addresses(api), await ports(api)], [[], []]);
    });
  }

  it('lose the Endpoints of their name', async () => {
    const api = await start();
    const endpoints = '/api/v1/namespaces/default/endpoints';
    await create(api, 'a');
    for (const [name, finalizers] of [['a'], ['b'], ['c', ['example.com/a']]] as const) {
      await api.request('POST', endpoints, {
        body: { metadata: { name, ...(finalizers && { finalizers: [...finalizers] }) } },
      });
    }
    await api.request('DELETE', `${SERVICES}/a`);
    const statuses = ['a', 'b', 'c'].map(async (name) => (await api.request('GET', `${endpoints}/${name}`)).status);
    assert.deepEqual(await Promise.all(statuses), [404, 200, 200]);
  });

  it('take nothing in a dry run', async () => {
    const api = await start();
    const spec = specOf(await create(api, 'a', { type: 'NodePort' }, '?dryRun=All'));
    assert.deepEqual([spec.clusterIP, spec.ports?.[0]?.nodePort], ['10.0.0.0', 32_769]);
    await create(api, 'b', { type: 'NodePort' });
    await api.request('DELETE', `${SERVICES}/b?dryRun=All`);
    assert.deepEqual([(await addresses(api)).length, (await ports(api)).length], [1, 1]);
  });

  it('take nothing when they are refused, or when the store fails', async () => {
    const api = await start();
    const external = { type: 'NodePort', externalTrafficPolicy: 'x' };
    assert.equal((await create(api, 'a', external)).status, 422);
    await create(api, 'a');
    assert.equal((await create(api, 'a', { type: 'NodePort' })).status, 409);
    assert.deepEqual([(await addresses(api)).length, await ports(api)], [1, []]);
  });

  it('do not free an address or a port of another object', async () => {
    const api = await start();
    const { clusterIP = '' } = specOf(await create(api, 'a'));
    await api.request('DELETE', `${ADDRESSES}/${clusterIP}`);
    const parentRef = { resource: 'services', namespace: 'default', name: 'b' };
    await api.request('POST', ADDRESSES, { body: { metadata: { name: clusterIP }, spec: { parentRef } } });
    assert.equal((await api.request('DELETE', `${SERVICES}/a`)).status, 200);
    assert.deepEqual(await addresses(api), [clusterIP]);
  });

  it('are deleted although their address is changed at the same time', async () => {
    const api = await start();
    const { clusterIP = '' } = specOf(await create(api, 'a'));
    const path = `${ADDRESSES}/${clusterIP}`;
    const changes = Array.from({ length: 20 }, (_, index) =>
      patch(api, path, { metadata: { labels: { a: `${index}` } } }),
    );
    const deleted = await api.request('DELETE', `${SERVICES}/a`);
    await Promise.all(changes);
    assert.equal(deleted.status, 200, deleted.text);
    assert.deepEqual(await addresses(api), []);
  });

  describe('of two servers', () => {
    const SMALL = { clusterIPRanges: ['10.0.0.0/28'], nodePorts: { first: 30_000, last: 30_004 } } as const;

    it('never share an address, and are refused when there is none', async () => {
      const api = await start(SMALL);
      const servers = [api, await startBeside(api, SMALL)] as const;
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) => create(servers[index % 2 === 0 ? 0 : 1], `s${index}`)),
      );
      const given = answers.filter(({ status }) => status === 201).map((answer) => specOf(answer).clusterIP);
      assert.equal(new Set(given).size, 14);
      assert.deepEqual(given.map(String).sort(), await addresses(api));
      for (const { status, message } of answers.filter((answer) => answer.status !== 201)) {
        assert.equal(status, 500);
        assert.equal(message.replace(/"s\d+"/, '"x"'), FULL);
      }
      await api.request('DELETE', `${SERVICES}/${nameOf(answers)}`);
      assert.equal((await create(servers[1], 'late')).status, 201);
    });

    it('take the last address once', async () => {
      const network = { clusterIPRanges: ['10.0.0.0/30'] } as const;
      const api = await start(network);
      const other = await startBeside(api, network);
      await create(api, 'first');
      for (let round = 0; round < 20; round++) {
        const answers = await Promise.all([create(api, 'a'), create(other, 'b')]);
        assert.deepEqual(answers.map(({ status }) => String(status)).sort(), ['201', '500']);
        await api.request('DELETE', `${SERVICES}/${nameOf(answers)}`);
      }
      assert.equal((await addresses(api)).length, 1);
    });

    it('never share a node port', async () => {
      const api = await start(SMALL);
      const servers = [api, await startBeside(api, SMALL)] as const;
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          create(servers[index % 2 === 0 ? 0 : 1], `s${index}`, { type: 'NodePort' }),
        ),
      );
      const given = answers.filter(({ status }) => status === 201).map((answer) => specOf(answer).ports?.[0]?.nodePort);
      assert.deepEqual(given.map(String).sort(), ['30000', '30001', '30002', '30003', '30004']);
      assert.equal((await addresses(api)).length, 5);
      const refused = answers.find(({ status }) => status !== 201);
      assert.equal(refused?.message, 'Internal error occurred: failed to allocate a nodePort: range is full');
    });

    it('get a wanted address or node port once', async () => {
      const api = await start(SMALL);
      const other = await startBeside(api, SMALL);
      const wanted = { type: 'NodePort', clusterIP: '10.0.0.7', ports: [{ port: 80, nodePort: 30_002 }] };
      const answers = await Promise.all([create(api, 'a', wanted), create(other, 'b', wanted)]);
      assert.deepEqual(answers.map(({ status }) => String(status)).sort(), ['201', '422']);
      assert.match(
        answers.find(({ status }) => status === 422)?.message ?? '',
        /^Service "[ab]" is invalid: (?:spec\.clusterIPs: .*: provided IP|spec\.ports\[0\]\.nodePort: .*: provided port) is already allocated$/,
      );
      assert.deepEqual([await addresses(api), await ports(api)], [['10.0.0.7'], [30_002]]);
    });
  });

  describe('with two families', () => {
    const DUAL = { clusterIPRanges: ['10.0.0.0/24', '2001:db8::/112'] } as const;

    it('have one address, or one of each', async () => {
      const api = await start(DUAL);
      const families = async (name: string, spec: Json): Promise<(string | undefined)[]> => {
        const { clusterIPs = [], ipFamilies = [], ipFamilyPolicy } = specOf(await create(api, name, spec));
        return [ipFamilyPolicy, ...ipFamilies, ...clusterIPs.map((address) => (address.includes(':') ? '6' : '4'))];
      };
      assert.deepEqual(await families('a', {}), ['SingleStack', 'IPv4', '4']);
      assert.deepEqual(await families('b', { ipFamilies: ['IPv6'] }), ['SingleStack', 'IPv6', '6']);
      const both = ['IPv4', 'IPv6', '4', '6'];
      assert.deepEqual(await families('c', { ipFamilyPolicy: 'PreferDualStack' }), ['PreferDualStack', ...both]);
      const reversed = { ipFamilyPolicy: 'RequireDualStack', ipFamilies: ['IPv6', 'IPv4'] };
      assert.deepEqual(await families('d', reversed), ['RequireDualStack', 'IPv6', 'IPv4', '6', '4']);
      assert.equal((await addresses(api)).length, 6);
      for (const name of 'abcd') await api.request('DELETE', `${SERVICES}/${name}`);
      assert.deepEqual(await addresses(api), []);
    });

    it('get and release a second address', async () => {
      const api = await start(DUAL);
      const { clusterIP } = specOf(await create(api, 'a'));
      const dual = specOf(await patch(api, `${SERVICES}/a`, { spec: { ipFamilyPolicy: 'RequireDualStack' } }));
      assert.deepEqual([dual.clusterIP, dual.clusterIPs?.[0], dual.clusterIPs?.length], [clusterIP, clusterIP, 2]);
      assert.equal((await addresses(api)).length, 2);
      const refused = await patch(api, `${SERVICES}/a`, { spec: { clusterIPs: [clusterIP ?? ''] } });
      assert.equal(
        refused.message,
        `Service "a" is invalid: spec.ipFamilyPolicy: Invalid value: "RequireDualStack": must be 'SingleStack' to release the secondary cluster IP`,
      );
      const single = specOf(await patch(api, `${SERVICES}/a`, { spec: { ipFamilyPolicy: 'SingleStack' } }));
      assert.deepEqual([single.clusterIPs, single.ipFamilies], [[clusterIP], ['IPv4']]);
      assert.deepEqual(await addresses(api), [clusterIP]);
    });
  });

  describe('and their ranges', () => {
    it('are those of all ServiceCIDRs that are ready', async () => {
      const api = await start({ clusterIPRanges: ['10.0.0.0/30'] });
      await create(api, 'a');
      await create(api, 'b');
      assert.equal((await create(api, 'x')).message, FULL);
      await api.request('POST', CIDRS, { body: { metadata: { name: 'more' }, spec: { cidrs: ['10.1.0.0/30'] } } });
      assert.match(specOf(await create(api, 'x')).clusterIP ?? '', /^10\.1\.0\.[12]$/);
      const condition = {
        type: 'Ready',
        status: 'False',
        reason: 'a',
        message: '',
        lastTransitionTime: '2026-01-02T03:04:05Z',
      };
      await patch(api, `${CIDRS}/more/status`, { status: { conditions: [condition] } });
      // The server sees the change in its watch.
      while ((await create(api, 'y')).status === 201) await api.request('DELETE', `${SERVICES}/y`);
      assert.equal((await create(api, 'y')).message, FULL.replace('x', 'y'));
      const wanted = await create(api, 'z', { clusterIP: '10.1.0.1' });
      assert.match(wanted.message, /the provided network does not match the current range$/);
    });

    it('begin with the default ServiceCIDR', async () => {
      const api = await start();
      const { spec, status } = (await api.request('GET', `${CIDRS}/kubernetes`)).json as {
        spec: JsonObject;
        status: { conditions: JsonObject[] };
      };
      assert.deepEqual(spec['cidrs'], ['10.0.0.0/24']);
      assert.deepEqual(
        status.conditions.map(({ type, status: value, message }) => [type, value, message]),
        [['Ready', 'True', 'Kubernetes default Service CIDR is ready']],
      );
    });

    it('get a second family at a later start', async () => {
      const api = await start();
      await startBeside(api, { clusterIPRanges: ['10.0.0.0/24', '2001:db8::/112'] });
      const { json } = await api.request('GET', `${CIDRS}/kubernetes`);
      assert.deepEqual((json['spec'] as JsonObject)['cidrs'], ['10.0.0.0/24', '2001:db8::/112']);
    });
  });

  it('have at most a hundred node ports', async () => {
    const api = await start();
    const list = (length: number) => Array.from({ length }, (_, index) => ({ name: `p${index}`, port: index + 1 }));
    const refused = await create(api, 'a', { type: 'NodePort', ports: list(101) });
    assert.equal(refused.status, 422);
    assert.match(refused.message, /a service can have at most 100 node ports$/);
    specOf(await create(api, 'b', { type: 'NodePort', ports: list(100) }));
    assert.equal((await ports(api)).length, 100);
    assert.equal((await api.request('DELETE', `${SERVICES}/b`)).status, 200);
    assert.deepEqual(await ports(api), []);
  });
});

function nameOf(answers: readonly TestResponse[]): string {
  const { json } = answers.find(({ status }) => status === 201) ?? assert.fail();
  return (json as Service).metadata.name ?? '';
}
