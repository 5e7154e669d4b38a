import assert from 'node:assert/strict';
import { requestOf } from '@pilothouse/kinds/certificates/requests.test.helper.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { refusal, tests } from './refusal.test.helper.js';

const owner = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u', controller: true };
const node = (metadata: object = {}, spec: object = {}): object => ({ metadata: { name: 'n', ...metadata }, spec });
const labelled = (labels: object) => node({ labels });
const named = { name: 'n' };
const allowedLabels = {
  app: 'a',
  'example.com/a': 'b',
  'kubernetes.io/hostname': 'n',
  'topology.kubernetes.io/zone': 'z',
  'kubelet.kubernetes.io/a': 'b',
  'sub.node.kubernetes.io/a': 'b',
};
const forbiddenLabels = {
  'node-restriction.kubernetes.io/a': 'b',
  'sub.node-restriction.kubernetes.io/a': 'b',
  'kubernetes.io/x': 'y',
  'sub.k8s.io/x': 'y',
  'node-role.kubernetes.io/master': '',
};
const forbiddenKeys = Object.keys(forbiddenLabels).sort().join(', ');

describe('NodeRestriction of nodes', () => {
  const cases: readonly (readonly [string, Parameters<typeof refusal>[1], string?])[] = [
    ['admits its own node', { ...named, object: labelled(allowedLabels) }],
    [
      'refuses another node',
      { name: 'm', object: {} },
      'nodes "m" is forbidden: node "n" is not allowed to modify node "m"',
    ],
    [
      'refuses restricted labels',
      { ...named, object: labelled({ ...allowedLabels, ...forbiddenLabels }) },
      `nodes "n" is forbidden: node "n" is not allowed to set the following labels: ${forbiddenKeys}`,
    ],
    [
      'refuses a source of its configuration',
      { ...named, object: node({}, { configSource: {} }) },
      'nodes "n" is forbidden: node "n" is not allowed to create pods with a non-nil configSource',
    ],
    ['admits taints of a new node', { ...named, object: node({}, { taints: [{ key: 'a', effect: 'NoSchedule' }] }) }],
    ['admits an update of labels', { ...named, object: labelled(allowedLabels), old: node() }],
    ['admits unchanged labels', { ...named, object: labelled(forbiddenLabels), old: labelled(forbiddenLabels) }],
    [
      'refuses the removal of restricted labels',
      { ...named, object: node(), old: labelled({ 'kubernetes.io/x': 'y' }) },
      'nodes "n" is forbidden: is not allowed to modify labels: kubernetes.io/x',
    ],
    [
      'refuses changed taints',
      { ...named, object: node(), old: node({}, { taints: [{ key: 'a', effect: 'NoSchedule' }] }) },
      'nodes "n" is forbidden: node "n" is not allowed to modify taints',
    ],
    [
      'refuses changed owners',
      { ...named, object: node({ ownerReferences: [owner] }), old: node() },
      'nodes "n" is forbidden: node "n" is not allowed to modify ownerReferences',
    ],
    [
      'refuses a new source of its configuration',
      {
        ...named,
        object: node({}, { configSource: { configMap: { name: 'a' } } }),
        old: node({}, { configSource: {} }),
      },
      'nodes "n" is forbidden: node "n" is not allowed to update configSource to a new non-nil configSource',
    ],
    ['admits the removal of the source', { ...named, object: node(), old: node({}, { configSource: {} }) }],
    ['admits the deletion of its node', { ...named, old: node() }],
  ];
  for (const [what, given, wanted] of cases) {
    it(what, async () => assert.equal(await refusal('nodes', given), wanted));
  }
});

const claim = (status: object, metadata: object = {}, spec: object = {}) => ({
  metadata: { name: 'o', ...metadata },
  spec,
  status,
});
tests('the status of claims', 'persistentvolumeclaims/status', [
  [
    'a resize',
    {
      object: claim(
        {
          capacity: { storage: '2Gi' },
          conditions: [],
          allocatedResources: { storage: '2Gi' },
          allocatedResourceStatuses: {},
        },
        { resourceVersion: '2', managedFields: [{}] },
      ),
      old: claim({}, { resourceVersion: '1' }),
    },
    undefined,
  ],
  [
    'other fields',
    { object: claim({ phase: 'Lost' }, { labels: { a: 'b' } }), old: claim({ phase: 'Bound' }) },
    'node "n" is not allowed to update fields other than status.quantity and status.conditions: metadata.labels, status.phase',
  ],
]);
tests('claims', 'persistentvolumeclaims', [['a creation', { object: claim({}) }, 'may only update PVC status']]);

describe('NodeRestriction of objects with the name of a node', () => {
  const lease = 'leases.coordination.k8s.io';
  const csiNode = 'csinodes.storage.k8s.io';
  const slice = 'resourceslices.resource.k8s.io';
  const cases: readonly (readonly [string, string, Parameters<typeof refusal>[1], string?])[] = [
    ['admits its lease', lease, { ...named, namespace: 'kube-node-lease', object: {} }],
    [
      'refuses another lease',
      lease,
      { namespace: 'kube-node-lease', object: {} },
      `${lease} "o" is forbidden: can only access node lease with the same name as the requesting node`,
    ],
    [
      'refuses a lease elsewhere',
      lease,
      { ...named, object: {} },
      `${lease} "n" is forbidden: can only access leases in the "kube-node-lease" system namespace`,
    ],
    ['admits its CSINode', csiNode, { ...named, namespace: '', object: {} }],
    [
      'refuses another CSINode',
      csiNode,
      { object: {} },
      `${csiNode} "o" is forbidden: can only access CSINode with the same name as the requesting node`,
    ],
    ['admits its slices', slice, { object: { spec: { nodeName: 'n' } } }],
    [
      'refuses slices of all nodes',
      slice,
      { object: { spec: { allNodes: true } } },
      `${slice} "o" is forbidden: can only create ResourceSlice with the same NodeName as the requesting node`,
    ],
    [
      'refuses the deletion of other slices',
      slice,
      { old: { spec: { nodeName: 'm' } } },
      `${slice} "o" is forbidden: can only delete ResourceSlice with the same NodeName as the requesting node`,
    ],
    ['leaves updates of slices to the Node authorizer', slice, { object: { spec: {} }, old: { spec: {} } }],
  ];
  for (const [what, of, given, wanted] of cases) {
    it(what, async () => assert.equal(await refusal(of, given), wanted));
  }
});

tests('other resources', 'configmaps', [
  ['what roles permit', { object: {} }, undefined],
  [
    'a user without a node',
    { user: authenticatedUser('system:node:', ['system:nodes']), object: {} },
    'could not determine node from user "system:node:"',
  ],
]);

describe('NodeRestriction of certificate requests', () => {
  const csr = 'certificatesigningrequests.certificates.k8s.io';
  const kubelet = 'kubernetes.io/kubelet-serving';
  for (const [what, signerName, request, wanted] of [
    ['admits its own name', kubelet, requestOf('node'), undefined],
    ['refuses another name', kubelet, requestOf('ecdsa'), 'can only create a node CSR with CN=system:node:n'],
    ['refuses text', kubelet, 'eA==', 'unable to parse csr: PEM block type must be CERTIFICATE REQUEST'],
    ['admits every name for other signers', 'example.com/signer', requestOf('ecdsa'), undefined],
  ] as const) {
    it(what, async () => {
      const found = await refusal(csr, { object: { spec: { signerName, request } } });
      assert.equal(found, wanted && `${csr} "o" is forbidden: ${wanted}`);
    });
  }
});
