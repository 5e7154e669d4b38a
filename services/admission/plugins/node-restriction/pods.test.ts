import assert from 'node:assert/strict';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { podOn, refusal, tests } from './refusal.test.helper.js';

const MIRROR = 'kubernetes.io/config.mirror';
const owner = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u', controller: true };
const mirrorPod = (spec: object = {}, owners: readonly object[] = [owner]) => ({
  metadata: { name: 'o', namespace: 'x', annotations: { [MIRROR]: 'a' }, ownerReferences: owners },
  spec: { nodeName: 'n', containers: [{ name: 'c' }], ...spec },
  status: {},
});
const volume = (fields: object) => mirrorPod({ volumes: [{ name: 'v', ...fields }] });
const projected = (fields: object) => volume({ projected: { sources: [fields] } });
const cannot = (what: string) => `node "n" can not create pods that reference ${what}`;
const onlyOwn = (what: string) => `node "n" can only create pods with ${what} set to itself`;

tests(
  'pods',
  'pods',
  [
    ['a mirror pod', { object: mirrorPod() }, undefined],
    [
      'another pod',
      { object: podOn('n') },
      `pod does not have "${MIRROR}" annotation, node "n" can only create mirror pods`,
    ],
    ['a pod of another node', { object: mirrorPod({ nodeName: 'm' }) }, onlyOwn('spec.nodeName')],
    ['two owners', { object: mirrorPod({}, [owner, owner]) }, onlyOwn('a single owner reference')],
    ['no owner', { object: mirrorPod({}, []) }, onlyOwn('an owner reference')],
    ['another owner', { object: mirrorPod({}, [{ ...owner, name: 'm' }]) }, onlyOwn('an owner reference')],
    [
      'an owner that is no controller',
      { object: mirrorPod({}, [{ ...owner, controller: false }]) },
      onlyOwn('a controller owner reference'),
    ],
    [
      'a blocked deletion',
      { object: mirrorPod({}, [{ ...owner, blockOwnerDeletion: true }]) },
      'node "n" must not set blockOwnerDeletion on an owner reference',
    ],
    ['another uid', { object: mirrorPod({}, [{ ...owner, uid: 'w' }]) }, 'node n UID mismatch: expected w got u'],
    ['a service account', { object: mirrorPod({ serviceAccountName: 'a' }) }, cannot('serviceaccounts')],
    [
      'secrets in the environment',
      { object: mirrorPod({ containers: [{ name: 'c', envFrom: [{ secretRef: { name: 's' } }] }] }) },
      cannot('secrets'),
    ],
    [
      'config maps in the environment',
      {
        object: mirrorPod({
          initContainers: [
            { name: 'c', env: [{ name: 'e', valueFrom: { configMapKeyRef: { name: 'm', key: 'k' } } }] },
          ],
        }),
      },
      cannot('configmaps'),
    ],
    ['resource claims', { object: mirrorPod({ resourceClaims: [{ name: 'c' }] }) }, cannot('resourceclaims')],
    ['local volumes', { object: volume({ hostPath: { path: '/' } }) }, undefined],
    ['a volume of fields', { object: projected({ downwardAPI: {} }) }, undefined],
    ['a secret volume', { object: volume({ secret: { secretName: 's' } }) }, cannot('secrets')],
    ['an empty secret volume', { object: volume({ secret: {} }) }, cannot('secrets (via secret volumes)')],
    ['a CSI volume', { object: volume({ csi: { driver: 'd' } }) }, cannot('csidrivers (via CSI volumes)')],
    ['a claim', { object: volume({ persistentVolumeClaim: { claimName: 'c' } }) }, cannot('persistentvolumeclaims')],
    [
      'an ephemeral volume',
      { object: volume({ ephemeral: {} }) },
      cannot('persistentvolumeclaims (via ephemeral volumes)'),
    ],
    ['a bundle', { object: projected({ clusterTrustBundle: { path: 'p' } }) }, cannot('clustertrustbundles')],
    [
      'a projected token',
      { object: projected({ serviceAccountToken: { path: 'p' } }) },
      cannot('serviceaccounts (via projected volumes)'),
    ],
    ['an unknown volume', { object: volume({}) }, cannot('unknown objects (via volume "v")')],
    ['the deletion of its own pod', { old: podOn('n') }, undefined],
    [
      'the deletion of another pod',
      { old: podOn('m') },
      'node "n" can only delete pods with spec.nodeName set to itself',
    ],
    [
      'an update',
      { object: podOn('n'), old: podOn('n') },
      'unexpected operation "UPDATE", node "n" can only create and delete mirror pods',
    ],
    ['other users', { user: authenticatedUser('system:node:n'), object: podOn('m') }, undefined],
    [
      'a user without a node',
      { user: authenticatedUser('system:node:', ['system:nodes']), object: podOn('n') },
      'could not determine node from user "system:node:"',
    ],
  ],
  { nodes: [{ metadata: { name: 'n', uid: 'u' } }] },
);

tests('pods before the node exists', 'pods', [['a mirror pod', { object: mirrorPod() }, '404 node "n" not found']]);

const claims = (name?: string) => ({
  resourceClaimStatuses: [{ name: 'c', ...(name && { resourceClaimName: name }) }],
});
tests('the status of pods', 'pods/status', [
  ['a change', { object: { ...podOn('n'), status: { phase: 'Running' } }, old: podOn('n') }, undefined],
  [
    'another pod',
    { object: podOn('m'), old: podOn('m') },
    'node "n" can only update pod status for pods with spec.nodeName set to itself',
  ],
  [
    'labels',
    { object: podOn('n', {}, { labels: { a: 'b' } }), old: podOn('n') },
    'node "n" cannot update labels through pod status',
  ],
  [
    'the same claims',
    { object: { ...podOn('n'), status: claims('a') }, old: { ...podOn('n'), status: claims('a') } },
    undefined,
  ],
  [
    'other claims',
    { object: { ...podOn('n'), status: claims('a') }, old: { ...podOn('n'), status: claims() } },
    'node "n" cannot update resource claim statues',
  ],
  [
    'the claim of extended resources',
    {
      object: { ...podOn('n'), status: { extendedResourceClaimStatus: { resourceClaimName: 'a' } } },
      old: podOn('n'),
    },
    'node "n" cannot update extended resource claim status',
  ],
]);

const stored = { pods: [podOn('n'), podOn('m', {}, { name: 'other' })] };
tests(
  'evictions',
  'pods/eviction',
  [
    ['that of its own pod', { object: {} }, undefined],
    ['that of a missing pod', { name: 'gone', object: {} }, '404 pod "gone" not found'],
  ],
  stored,
);

describe('NodeRestriction of further subresources', () => {
  it('refuses the eviction of another pod', async () => {
    assert.equal(
      await refusal('pods/eviction', { name: 'other', object: {} }, stored),
      'pods "other" is forbidden: node n can only evict pods with spec.nodeName set to itself',
    );
  });
  for (const subresource of ['binding', 'ephemeralcontainers', 'resize']) {
    it(`refuses ${subresource}`, async () => {
      assert.equal(
        await refusal(`pods/${subresource}`, { object: {} }, stored),
        `pods "o" is forbidden: unexpected pod subresource "${subresource}", only 'status' and 'eviction' are allowed`,
      );
    });
  }
});
