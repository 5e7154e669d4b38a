import assert from 'node:assert/strict';
import { featuresFrom } from '@pilothouse/apiserver/features/gates.js';
import { startApiServer, type RunningServer } from '@pilothouse/apiserver/main.js';
import { validatingAdmissionPolicies } from '@pilothouse/client/admissionregistration.js';
import { createClient, type Client } from '@pilothouse/client/client.js';
import { jobs } from '@pilothouse/client/batch.js';
import { leases } from '@pilothouse/client/coordination.js';
import {
  configMaps,
  events,
  namespaces,
  persistentVolumeClaims,
  persistentVolumes,
  resourceQuotas,
  secrets,
  serviceAccounts,
} from '@pilothouse/client/core.js';
import { clusterRoles } from '@pilothouse/client/rbac.js';
import { volumeAttributesClasses } from '@pilothouse/client/storage.js';
import { storageVersionMigrations } from '@pilothouse/client/storagemigration.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { runInProcess } from '@pilothouse/controllers/in-process.js';
import { accountOf, CONTROLLER_NAMES } from '@pilothouse/controllers/names.js';
import { eventually } from '../support/eventually.js';

const ADMIN = { name: 'admin', groups: ['system:masters'] };
const PAST = '2020-01-02T03:04:05';
const LEASE = 'pilothouse-controller-manager';

describe('requests of controllers', () => {
  const off = new AbortController();
  let server: RunningServer;
  let client: Client;
  let controllers: ReturnType<typeof runInProcess>;
  /** The users that wrote or deleted something, and the forbidden requests by user. */
  const wrote = new Set<string>();
  const refused: string[] = [];
  const failed: unknown[] = [];

  before(async () => {
    const options = { bindAddress: '127.0.0.1', securePort: 0, storage: { type: 'ephemeral' }, verbosity: 0 } as const;
    const features = featuresFrom(new Map([['StorageVersionMigrator', true]]));
    const runtimeConfig = new Map([['storagemigration.k8s.io/v1beta1', true]]);
    server = await startApiServer({ ...options, apiDomain: 'k8s.io', features, runtimeConfig }, { signal: off.signal });
    client = createClient({ transport: server.connect(ADMIN) });
    controllers = runInProcess({
      connect: (user) => witnessed(user.name, server.connect(user)),
      identity: 'only',
      config: { rootCa: server.rootCa, signLegacyToken: server.signLegacyToken, legacyServiceAccountTokens: true },
      onError: (controller, error) => failed.push(`${controller}: ${String(error)}`),
    });
  });
  after(async () => {
    await controllers.stop();
    await server.stop();
  });

  function witnessed(user: string, { request, close }: Transport): Transport {
    return {
      close,
      async request(asked) {
        const response = await request(asked);
        const { status } = response;
        if (status === 401 || status === 403) refused.push(`${status} ${user}: ${asked.method} ${asked.target}`);
        else if (asked.method !== 'GET' && status < 300) wrote.add(user);
        return response;
      },
    };
  }

  it('are all allowed by their roles, and each role is used', async () => {
    const system = client.of(secrets).namespace('kube-system');
    await Promise.all([
      client.of(namespaces).create({ metadata: { name: 'full' } }),
      client.of(clusterRoles).create({
        metadata: { name: 'more', labels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } },
        rules: [{ verbs: ['get'], apiGroups: ['example.io'], resources: ['widgets'] }],
      }),
      client
        .of(leases)
        .namespace('kube-system')
        .create({
          metadata: { name: 'dead', labels: { 'apiserver.kubernetes.io/identity': 'kube-apiserver' } },
          spec: { renewTime: `${PAST}.000000Z`, leaseDurationSeconds: 1, holderIdentity: 'x' },
        }),
      system.create({
        metadata: { name: 'bootstrap-token-abcdef' },
        type: 'bootstrap.kubernetes.io/token',
        stringData: { 'token-id': 'abcdef', 'token-secret': '0123456789abcdef', expiration: `${PAST}Z` },
      }),
    ]);
    const maps = client.of(configMaps).namespace('full');
    const accounts = client.of(serviceAccounts).namespace('full');
    const names = async (source: Pick<typeof maps, 'list'>): Promise<string[]> =>
      (await source.list()).items.map(({ metadata }) => metadata.name ?? '');

    // Each way to delete, and an owner in an invalid namespace, for which an event is written.
    const { metadata: owner } = await maps.create({ metadata: { name: 'owner' } });
    const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner.uid ?? '' };
    const ownerReferences = [{ ...reference, blockOwnerDeletion: true }];
    await maps.create({ metadata: { name: 'dependent', ownerReferences } });
    const misplaced = { ...reference, name: 'elsewhere' };
    await client
      .of(configMaps)
      .namespace('default')
      .create({ metadata: { name: 'misplaced', ownerReferences: [misplaced] } });
    await eventually(async () => (await client.of(events).namespace('default').list()).items.length === 1);
    await maps.delete('owner', { propagationPolicy: 'Foreground' });
    const { metadata: other } = await maps.create({ metadata: { name: 'other' } });
    const free = { ...reference, name: 'other', uid: other.uid ?? '' };
    await maps.create({ metadata: { name: 'orphan', ownerReferences: [free] } });
    await maps.delete('other', { propagationPolicy: 'Orphan' });
    await eventually(async () => (await names(maps)).join() === 'kube-root-ca.crt,orphan');

    // A service account with and without a secret; the published authority, changed and marked immutable.
    await accounts.create({ metadata: { name: 'robot' } });
    await eventually(async () => ((await accounts.get('robot')).secrets ?? []).length > 0);
    const [kept] = (await accounts.get('robot')).secrets ?? [];
    await client
      .of(secrets)
      .namespace('full')
      .delete(kept?.name ?? '');
    await eventually(async () => ((await accounts.get('robot')).secrets ?? []).some(({ name }) => name !== kept?.name));
    await accounts.delete('robot');
    await accounts.delete('default');
    const published = client.of(configMaps).namespace('default');
    await published.patch('kube-root-ca.crt', { type: 'merge', value: { data: { more: 'x' } } });
    await eventually(async () => (await published.get('kube-root-ca.crt')).data?.['more'] === undefined);
    await maps.patch('kube-root-ca.crt', { type: 'merge', value: { data: { more: 'x' }, immutable: true } });
    await eventually(async () => {
      const found = (await maps.list()).items.find(({ metadata }) => metadata.name === 'kube-root-ca.crt');
      return found !== undefined && found.immutable !== true;
    });
    await eventually(async () => (await names(accounts)).join() === 'default');
    await eventually(async () => (await client.of(secrets).namespace('full').list()).items.length === 0);
    await eventually(async () => (await system.list()).items.length === 0);
    await client.of(namespaces).delete('full');
    await eventually(async () => !(await names(client.of(namespaces))).includes('full'));
    // Volumes, claims and classes, whose finalizers go once they are not in use.
    const volumes = client.of(persistentVolumes);
    const claims = client.of(persistentVolumeClaims).namespace('default');
    const classes = client.of(volumeAttributesClasses);
    const capacity = { storage: '1Gi' };
    const accessModes = ['ReadWriteOnce'];
    const spec = { accessModes, resources: { requests: capacity }, volumeAttributesClassName: 'gold' };
    await classes.create({ metadata: { name: 'gold' }, driverName: 'csi.example.com', parameters: { iops: '1' } });
    await claims.create({ metadata: { name: 'claim' }, spec, status: {} });
    await volumes.create({
      metadata: { name: 'pv' },
      spec: { capacity, accessModes, hostPath: { path: '/x' } },
      status: {},
    });
    await classes.delete('gold');
    await volumes.delete('pv');
    await eventually(async () => (await volumes.list()).items.length === 0);
    assert.deepEqual(await names(classes), ['gold']);
    await claims.delete('claim');
    await eventually(async () => (await claims.list()).items.length === 0);
    await eventually(async () => (await classes.list()).items.length === 0);
    const work = client.of(jobs).namespace('default');
    const template = { metadata: {}, spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'b' }] } };
    await work.create({ metadata: { name: 'done' }, spec: { ttlSecondsAfterFinished: 0, template }, status: {} });
    const [startTime, completionTime] = ['2026-01-02T03:04:05Z', '2026-01-02T03:04:06Z'];
    const conditions = ['SuccessCriteriaMet', 'Complete'].map((type) => ({
      type,
      status: 'True',
      lastTransitionTime: completionTime,
    }));
    const ended = { startTime, completionTime, conditions };
    await work.subresource('status').patch('done', { type: 'merge', value: { status: ended } });
    await eventually(async () => (await work.list()).items.length === 0);
    // The policy matches nothing.
    const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] };
    await client.of(validatingAdmissionPolicies).create({
      metadata: { name: 'types' },
      spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'object.spec.nothing == 1' }] },
    });
    await eventually(async () => {
      const { status } = await client.of(validatingAdmissionPolicies).get('types');
      return status?.typeChecking?.expressionWarnings?.length === 1;
    });
    const migrations = client.of(storageVersionMigrations);
    await migrations.create({ metadata: { name: 'maps' }, spec: { resource: { group: '', resource: 'configmaps' } } });
    await eventually(async () => ((await migrations.get('maps')).status.conditions ?? []).length === 2);
    const quotas = client.of(resourceQuotas).namespace('default');
    await quotas.create({ metadata: { name: 'maps' }, spec: { hard: { configmaps: '9', pods: '9' } } });
    await eventually(async () => (await quotas.get('maps')).status.used?.['pods'] === '0');
    const lease = await client.of(leases).namespace('kube-system').get(LEASE);
    assert.equal(lease.spec.holderIdentity, 'only');

    assert.deepEqual(refused, []);
    const accountNames = CONTROLLER_NAMES.map((name) => `system:serviceaccount:kube-system:${accountOf(name)}`);
    await eventually(async () => wrote.size === accountNames.length + 1);
    assert.deepEqual([...wrote].sort(), [...accountNames, 'system:kube-controller-manager'].sort());
    assert.deepEqual(failed, []);
  }).timeout(20_000);
});
