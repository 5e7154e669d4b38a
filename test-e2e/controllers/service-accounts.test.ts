import assert from 'node:assert/strict';
import { configMaps, namespaces, serviceAccounts } from '@pilothouse/client/core.js';
import { startControlPlane, type ControlPlane } from '@pilothouse/testing';
import { eventually } from '../support/eventually.js';

const ROOT_CA = 'kube-root-ca.crt';

describe('objects of every namespace', () => {
  let plane: ControlPlane;
  before(async () => {
    plane = await startControlPlane();
    await plane.client.of(namespaces).create({ metadata: { name: 'mine' } });
  });
  after(() => plane.stop());

  const accounts = () => plane.client.of(serviceAccounts).namespace('mine');
  const maps = () => plane.client.of(configMaps).namespace('mine');

  it('are a service account and the root certificate, from the first namespaces on', async () => {
    const names = (await plane.client.of(namespaces).list()).items.map(({ metadata }) => metadata.name);
    assert.ok(names.length > 4);
    const inAll = (
      objects: readonly { readonly metadata: { readonly namespace?: string; readonly name?: string } }[],
    ) => names.every((each) => objects.some(({ metadata }) => metadata.namespace === each));
    await eventually(async () =>
      inAll((await plane.client.of(serviceAccounts).list({ fieldSelector: 'metadata.name=default' })).items),
    );
    await eventually(async () =>
      inAll((await plane.client.of(configMaps).list({ fieldSelector: `metadata.name=${ROOT_CA}` })).items),
    );
    const { data, metadata } = await maps().get(ROOT_CA);
    const authority = /certificate-authority-data: (\S+)/.exec(plane.kubeconfig)?.[1] ?? '';
    assert.deepEqual({ ...data }, { 'ca.crt': Buffer.from(authority, 'base64').toString() });
    assert.match(metadata.annotations?.['kubernetes.io/description'] ?? '', /^Contains a CA bundle/);
  });

  it('include a service account, which is recreated when it is deleted', async () => {
    const { metadata } = await accounts().get('default');
    await accounts().delete('default');
    await eventually(async () => {
      const { items } = await accounts().list({ fieldSelector: 'metadata.name=default' });
      return items[0] !== undefined && items[0].metadata.uid !== metadata.uid;
    });
  });

  it('include a certificate, which is restored when it is changed or deleted', async () => {
    const { data } = await maps().get(ROOT_CA);
    const isRight = async (): Promise<boolean> => {
      const { items } = await maps().list({ fieldSelector: `metadata.name=${ROOT_CA}` });
      return JSON.stringify(items[0]?.data) === JSON.stringify(data) && items[0]?.immutable !== true;
    };
    const wrong = [
      () => maps().patch(ROOT_CA, { type: 'merge', value: { data: { 'ca.crt': 'forged', more: '' } } }),
      () => maps().patch(ROOT_CA, { type: 'merge', value: { data: null } }),
      () => maps().patch(ROOT_CA, { type: 'merge', value: { immutable: true, data: { 'ca.crt': 'forged' } } }),
      () => maps().delete(ROOT_CA),
    ];
    for (const spoil of wrong) {
      await spoil();
      await eventually(isRight);
    }
  });

  it('are not created in a terminating namespace', async () => {
    await maps().create({ metadata: { name: 'held', finalizers: ['example.org/hold'] } });
    await plane.client.of(namespaces).delete('mine');
    const left = async (): Promise<string> => {
      const listed = await Promise.all([maps().list(), accounts().list()]);
      return listed.flatMap(({ items }) => items.map(({ metadata }) => metadata.name)).join();
    };
    await eventually(async () => (await left()) === 'held');
    // As long as their creation would take.
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(await left(), 'held');
  });
});
