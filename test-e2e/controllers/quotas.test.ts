import assert from 'node:assert/strict';
import { customResourceDefinitions } from '@pilothouse/client/apiextensions.js';
import type { Client } from '@pilothouse/client/client.js';
import { configMaps, namespaces, pods, resourceQuotas } from '@pilothouse/client/core.js';
import { deviceClasses, resourceClaims } from '@pilothouse/client/resource.js';
import { createLogger } from '@pilothouse/runtime/logging/logger.js';
import { startControlPlane, type ControlPlane } from '@pilothouse/testing';
import { definitionOf, namespacedIn } from '../support/definitions.js';
import { eventually } from '../support/eventually.js';

const NAMESPACE = 'limited';

describe('quotas', () => {
  let plane: ControlPlane;
  let client: Client;
  /** Warnings and errors in the log of the control plane. */
  const warnings: unknown[] = [];

  before(async () => {
    const destination = { write: (line: string) => void warnings.push(JSON.parse(line)) };
    plane = await startControlPlane({ logger: createLogger(0, destination) });
    ({ client } = plane);
    await client.of(namespaces).create({ metadata: { name: NAMESPACE } });
    // The controllers' own objects count as well.
    await eventually(async () => (await maps().list()).items.length === 1, 'the published authority');
  });
  after(() => plane.stop());
  afterEach(() => {
    assert.deepEqual(warnings, []);
  });

  const quotas = () => client.of(resourceQuotas).namespace(NAMESPACE);
  const maps = () => client.of(configMaps).namespace(NAMESPACE);
  const work = () => client.of(pods).namespace(NAMESPACE);
  const uses = (name: string, used: Readonly<Record<string, string>>): Promise<void> => {
    const wanted = JSON.stringify(used);
    return eventually(async () => {
      const { status } = await quotas().get(name);
      return JSON.stringify(status.used ?? {}) === wanted;
    }, `${name} uses ${wanted}`);
  };
  const refusal = (text: string) => (error: unknown) => {
    assert.match(String(error), new RegExp(`is forbidden: exceeded quota: ${text}`));
    return true;
  };

  it('are measured, enforced, and measured again after deletions', async () => {
    await maps().create({ metadata: { name: 'first' } });
    await quotas().create({ metadata: { name: 'maps' }, spec: { hard: { configmaps: '3' } } });
    await uses('maps', { configmaps: '2' });
    await maps().create({ metadata: { name: 'second' } });
    await uses('maps', { configmaps: '3' });
    const third = () => maps().create({ metadata: { name: 'third' } });
    await assert.rejects(third, refusal('maps, requested: configmaps=1, used: configmaps=3, limited: configmaps=3'));
    await maps().delete('first');
    await uses('maps', { configmaps: '2' });
    await third();
    await quotas().patch('maps', { type: 'merge', value: { spec: { hard: { configmaps: '9' } } } });
    await eventually(async () => (await quotas().get('maps')).status.hard?.['configmaps'] === '9');
    await quotas().delete('maps');
  });

  it('follow pods that end, and correct a wrong usage', async () => {
    await quotas().create({ metadata: { name: 'pods' }, spec: { hard: { 'count/pods': '9', pods: '9', cpu: '3' } } });
    await uses('pods', { 'count/pods': '0', cpu: '0', pods: '0' });
    const containers = [{ name: 'a', image: 'a', resources: { requests: { cpu: '2' } } }];
    const spec = { containers, automountServiceAccountToken: false };
    await work().create({ metadata: { name: 'a' }, spec });
    await uses('pods', { 'count/pods': '1', cpu: '2', pods: '1' });
    await assert.rejects(
      () => work().create({ metadata: { name: 'b' }, spec }),
      refusal('pods, requested: cpu=2, used: cpu=2, limited: cpu=3'),
    );
    await work()
      .subresource('status')
      .patch('a', { type: 'merge', value: { status: { phase: 'Succeeded' } } });
    await uses('pods', { 'count/pods': '1', cpu: '0', pods: '0' });
    const wrong = { status: { used: { cpu: '3', pods: '3', 'count/pods': '3' } } };
    await quotas().subresource('status').patch('pods', { type: 'merge', value: wrong });
    await work().delete('a');
    await uses('pods', { 'count/pods': '0', cpu: '0', pods: '0' });
    await quotas().delete('pods');
  });

  it('release a pod that moves to another scope', async () => {
    const quota = (name: string, scope: string) =>
      quotas().create({ metadata: { name }, spec: { hard: { pods: '9' }, scopes: [scope] } });
    await quota('ending', 'Terminating');
    await quota('lasting', 'NotTerminating');
    await uses('ending', { pods: '0' });
    await uses('lasting', { pods: '0' });
    const containers = [{ name: 'a', image: 'a' }];
    await work().create({ metadata: { name: 'moved' }, spec: { containers, automountServiceAccountToken: false } });
    await uses('lasting', { pods: '1' });
    await work().patch('moved', { type: 'merge', value: { spec: { activeDeadlineSeconds: 600 } } });
    await uses('ending', { pods: '1' });
    await uses('lasting', { pods: '0' });
    await work().delete('moved');
    for (const name of ['ending', 'lasting']) await quotas().delete(name);
  });

  it('count devices of claims under the extended resource of their class, and release them', async () => {
    await client.of(deviceClasses).create({
      metadata: { name: 'gpu' },
      spec: { selectors: [], config: [], extendedResourceName: 'example.com/gpu' },
    });
    const exactly = { deviceClassName: 'gpu', selectors: [], tolerations: [], allocationMode: 'ExactCount', count: 2 };
    const devices = { constraints: [], config: [], requests: [{ name: 'a', exactly, firstAvailable: [] }] };
    const claims = client.of(resourceClaims).namespace(NAMESPACE);
    await claims.create({ metadata: { name: 'a' }, spec: { devices } });
    const name = 'requests.example.com/gpu';
    await quotas().create({ metadata: { name: 'devices' }, spec: { hard: { [name]: '3' } } });
    await uses('devices', { [name]: '2' });
    const second = () => claims.create({ metadata: { name: 'b' }, spec: { devices } });
    await assert.rejects(second, refusal(`devices, requested: ${name}=2, used: ${name}=2, limited: ${name}=3`));
    await claims.delete('a');
    await uses('devices', { [name]: '0' });
    await quotas().delete('devices');
  });

  it('count objects of a kind that is defined later', async () => {
    const group = 'quotas.example.io';
    const things = () => client.of(namespacedIn(group)).namespace(NAMESPACE);
    const name = `count/${namespacedIn(group).resource}.${group}`;
    await quotas().create({ metadata: { name: 'things' }, spec: { hard: { [name]: '1' } } });
    await client.of(customResourceDefinitions).create(definitionOf({ group, scope: 'Namespaced' }));
    await uses('things', { [name]: '0' });
    await things().create({ metadata: { name: 'a' } });
    await assert.rejects(() => things().create({ metadata: { name: 'b' } }), refusal('things, requested: '));
    await things().delete('a');
    await uses('things', { [name]: '0' });
  });
});
