import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { events, services } from '@pilothouse/client/core.js';
import { ipAddresses } from '@pilothouse/client/networking.js';
import { DEFAULT_SERVICE_NETWORK, type ServiceNetwork } from '../options/service-network.js';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';
import { portKey, portValue } from './holders.js';

const MANAGED = { 'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io' };
const PORT = 30_007;

describe('the repair of cluster IPs and node ports', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startTestApi();
    const spec = { type: 'NodePort', clusterIP: '10.0.0.7', ports: [{ port: 80, nodePort: PORT }] };
    await api.client
      .of(services)
      .namespace('default')
      .create({ metadata: { name: 'a' }, spec });
  });
  afterEach(() => api.close());

  const parent = (name: string, resource = 'services') => ({
    parentRef: { resource, namespace: 'default', name, ...(resource === 'services' ? {} : { group: 'example.com' }) },
  });
  const addresses = () => api.client.of(ipAddresses);

  async function putAddress(
    name: string,
    spec: ReturnType<typeof parent>,
    labels: Record<string, string>,
  ): Promise<void> {
    await addresses()
      .delete(name)
      .catch(() => undefined);
    await addresses().create({ metadata: { name, labels }, spec });
  }

  async function holderOf(address: string): Promise<string | undefined> {
    const found = await addresses()
      .get(address)
      .catch(() => undefined);
    return found?.spec.parentRef?.name;
  }

  async function portHolderOf(port: number): Promise<string | undefined> {
    const { entry } = await api.store.get(portKey(port));
    return entry && Buffer.from(entry.value).toString();
  }

  /** Starts another server on the same store, which repairs at its start, and waits for the condition. */
  async function repaired(isDone: () => Promise<boolean>, network: Partial<ServiceNetwork> = {}): Promise<void> {
    await startTestApi({ store: api.store, serviceNetwork: { ...DEFAULT_SERVICE_NETWORK, ...network } });
    while (!(await isDone())) await delay(5);
  }

  async function eventOf(reason: string): Promise<string | undefined> {
    const { items } = await api.client.of(events).namespace('default').list();
    return items.find((event) => event.reason === reason)?.message;
  }

  async function assertEvent(reason: string, message: string): Promise<void> {
    let found: string | undefined;
    while ((found = await eventOf(reason)) === undefined) await delay(5);
    assert.equal(found, message);
  }

  it('writes a missing address', async () => {
    await addresses().delete('10.0.0.7');
    await repaired(async () => (await holderOf('10.0.0.7')) === 'a');
    await assertEvent('ClusterIPNotAllocated', 'Cluster IP [IPv4]: 10.0.0.7 is not allocated; repairing');
  });

  for (const [what, spec] of [
    ['another kind', parent('a', 'gateways')],
    ['a service that does not exist', parent('b')],
  ] as const) {
    it(`replaces an address that refers to ${what}`, async () => {
      await putAddress('10.0.0.7', spec, MANAGED);
      await repaired(
        async () =>
          (await holderOf('10.0.0.7')) === 'a' &&
          (await addresses().get('10.0.0.7')).spec.parentRef?.resource === 'services',
      );
      await assertEvent(
        'ClusterIPNotAllocated',
        'the ClusterIP [IPv4]: 10.0.0.7 for Service default/a has a wrong reference; repairing',
      );
    });
  }

  for (const [name, spec, reason, message] of [
    [
      '10.0.0.8',
      parent('b'),
      'IPAddressNotAllocated',
      'IPAddress: 10.0.0.8 for Service default/b appears to have leaked: cleaning up',
    ],
    [
      '10.0.0.8',
      parent('a'),
      'IPAddressWrongReference',
      'IPAddress: 10.0.0.8 for Service default/a has a wrong reference; cleaning up',
    ],
    [
      '10.0.0.8',
      parent('a', 'gateways'),
      'IPAddressNotAllocated',
      'IPAddress 10.0.0.8 appears to have been modified, not referencing a Service: cleaning up',
    ],
  ] as const) {
    it(`deletes an address that no service has: ${message}`, async () => {
      await putAddress(name, spec, MANAGED);
      await repaired(async () => (await holderOf(name)) === undefined);
      await assertEvent(reason, message);
    });
  }

  it('leaves the addresses of users', async () => {
    await putAddress('10.0.0.8', parent('b', 'gateways'), {});
    await addresses().delete('10.0.0.7');
    await repaired(async () => (await holderOf('10.0.0.7')) === 'a');
    assert.equal(await holderOf('10.0.0.8'), 'b');
  });

  it('writes a missing node port, and deletes one that no service has', async () => {
    const { entry } = await api.store.get(portKey(PORT));
    await api.store.delete(portKey(PORT), entry?.revision ?? 0);
    await api.store.create(portKey(30_008), portValue({ namespace: 'default', name: 'b' }));
    await repaired(async () => (await portHolderOf(30_008)) === undefined && (await portHolderOf(PORT)) !== undefined);
    assert.equal(await portHolderOf(PORT), '{"namespace":"default","name":"a"}');
    await assertEvent('PortNotAllocated', `Port ${PORT} is not allocated; repairing`);
  });

  it('reports node ports outside of the range', async () => {
    await repaired(async () => (await eventOf('PortOutOfRange')) !== undefined, {
      nodePorts: { first: 31_000, last: 31_100 },
    });
    await assertEvent(
      'PortOutOfRange',
      `Port ${PORT} is not within the port range 31000-31100; please recreate service`,
    );
    assert.notEqual(await portHolderOf(PORT), undefined);
  });

  it('reports addresses and node ports that two services have', async () => {
    const key = '/services/default/a';
    const { entry } = await api.store.get(key);
    const copy = Buffer.from(entry?.value ?? '')
      .toString()
      .replace('"name":"a"', '"name":"b"');
    await api.store.create('/services/default/b', Buffer.from(copy));
    await repaired(async () => (await eventOf('PortAlreadyAllocated')) !== undefined);
    await assertEvent(
      'ClusterIPAlreadyAllocated',
      'Cluster IP [IPv4]:10.0.0.7 was assigned to multiple services; please recreate service',
    );
    assert.equal(await holderOf('10.0.0.7'), 'a');
  });
});
