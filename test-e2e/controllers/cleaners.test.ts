import assert from 'node:assert/strict';
import type { ClusterRole, PolicyRule } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { leases } from '@pilothouse/client/coordination.js';
import { secrets } from '@pilothouse/client/core.js';
import { clusterRoles } from '@pilothouse/client/rbac.js';
import { startEtcd, type TestEtcd } from '@pilothouse/storage/etcd/testing.js';
import { startControlPlane, type ControlPlane } from '@pilothouse/testing';
import { eventually } from '../support/eventually.js';
import { describeWith } from '../support/needs.js';

const IDENTITY = { 'apiserver.kubernetes.io/identity': 'kube-apiserver' };
const LEASES = leases;

describe('cleanup and aggregation controllers', () => {
  let plane: ControlPlane;
  before(async () => {
    plane = await startControlPlane();
  });
  after(() => plane.stop());

  it('deletes bootstrap tokens when they expire, and not before', async () => {
    const kept = plane.client.of(secrets).namespace('kube-system');
    const make = async (id: string, expiration: string | undefined): Promise<void> => {
      const stringData = { 'token-id': id, 'token-secret': '0123456789abcdef', ...(expiration && { expiration }) };
      await kept.create({
        metadata: { name: `bootstrap-token-${id}` },
        type: 'bootstrap.kubernetes.io/token',
        stringData,
      });
    };
    const names = async (): Promise<string[]> =>
      (await kept.list({ fieldSelector: 'type=bootstrap.kubernetes.io/token' })).items.map(
        ({ metadata: { name = '' } }) => name.slice(-6),
      );
    const soon = Math.ceil(Date.now() / 1000) * 1000 + 1000;
    await make('future', '2999-01-02T03:04:05Z');
    await make('always', undefined);
    await make('moment', new Date(soon).toISOString());
    await make('passed', '2020-01-02T03:04:05Z');
    await make('oddity', 'next week');
    await eventually(async () => !(await names()).some((name) => name === 'passed' || name === 'oddity'));
    if (Date.now() < soon) assert.deepEqual(await names(), ['always', 'future', 'moment']);
    await eventually(async () => (await names()).length === 2);
    assert.ok(Date.now() >= soon);
    assert.deepEqual(await names(), ['always', 'future']);
  });

  it('deletes expired leases of API servers, and no others', async () => {
    const claims = plane.client.of(LEASES).namespace('kube-system');
    const renewTime = '2020-01-02T03:04:05.000000Z';
    const spec = { renewTime, leaseDurationSeconds: 3600, holderIdentity: 'x' };
    await claims.create({ metadata: { name: 'other' }, spec });
    const live = { ...spec, renewTime: `${new Date().toISOString().slice(0, -1)}000Z` };
    await claims.create({ metadata: { name: 'live', labels: IDENTITY }, spec: live });
    await claims.create({ metadata: { name: 'dead', labels: IDENTITY }, spec });
    await eventually(async () => !(await claims.list()).items.some(({ metadata: { name } }) => name === 'dead'));
    const left = (await claims.list()).items.map(({ metadata: { name } }) => name);
    assert.deepEqual(
      left.filter((name) => name === 'other' || name === 'live'),
      ['live', 'other'],
    );
  });

  it('aggregates rules of cluster roles, and follows changes of roles and labels', async () => {
    const roles = plane.client.of(clusterRoles);
    const rule = (resource: string): PolicyRule => ({ verbs: ['get'], apiGroups: [''], resources: [resource] });
    const make = (name: string, label: string, rest: Partial<ClusterRole>) =>
      roles.create({ metadata: { name, labels: { in: label } }, rules: [], ...rest });
    const collects = (label: string) => ({
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { in: label } }] },
    });
    const has = async (name: string, ...resources: readonly string[]): Promise<void> => {
      const wanted = JSON.stringify(resources);
      const found = async () => (await roles.get(name)).rules.flatMap((each) => each.resources ?? []);
      await eventually(async () => JSON.stringify(await found()) === wanted);
    };
    await make('sum', 'total', collects('parts'));
    await make('total', '', collects('total'));
    await make('part-b', 'parts', { rules: [rule('pods')] });
    await make('part-a', 'parts', { rules: [rule('nodes'), rule('pods')] });
    await has('sum', 'nodes', 'pods');
    await has('total', 'nodes', 'pods');
    await roles.patch('part-a', { type: 'merge', value: { metadata: { labels: { in: 'nothing' } } } });
    await has('total', 'pods');
    await roles.patch('part-b', { type: 'merge', value: { rules: [{ ...rule('secrets') }] } });
    await has('total', 'secrets');
    await roles.patch('sum', { type: 'merge', value: { rules: [{ ...rule('everything') }] } });
    await has('sum', 'secrets');
    await roles.delete('part-b');
    await has('total');
  });
});

describeWith(['ETCD'], 'servers on one etcd', () => {
  let etcd: TestEtcd;
  before(async () => {
    etcd = await startEtcd();
  });
  after(() => etcd.stop());

  it('publish their identity leases', async () => {
    const servers = [
      await startControlPlane({ etcdServers: etcd.endpoints }),
      await startControlPlane({ etcdServers: etcd.endpoints }),
    ];
    const [{ client } = assert.fail()] = servers;
    const claims = client.of(LEASES).namespace('kube-system');
    const selected = { labelSelector: 'apiserver.kubernetes.io/identity=kube-apiserver' };
    await eventually(async () => (await claims.list(selected)).items.length === 2);
    for (const { metadata, spec } of (await claims.list(selected)).items) {
      assert.match(metadata.name ?? '', /^apiserver-[0-9a-f]{32}$/);
      assert.ok(spec.holderIdentity?.startsWith(`${metadata.name}_`));
      assert.equal(spec.leaseDurationSeconds, 3600);
    }
    await Promise.all(servers.map((each) => each.stop()));
  });
});
