import assert from 'node:assert/strict';
import { podOn, refusal } from './refusal.test.helper.js';

describe('NodeRestriction of tokens', () => {
  const request = (
    audiences: readonly string[],
    bound: object | undefined = { apiVersion: 'v1', kind: 'Pod', name: 'o', uid: 'p' },
  ) => ({ object: { spec: { audiences, boundObjectRef: bound } }, name: 'robot' });
  const volumes = (...list: readonly object[]) => ({
    volumes: list.map((each, index) => ({ name: `v${index}`, ...each })),
  });
  const token = { projected: { sources: [{ serviceAccountToken: { audience: 'vault', path: 'p' } }] } };
  const driver = (name: string, ...audiences: readonly string[]) => ({
    metadata: { name },
    spec: { tokenRequests: audiences.map((audience) => ({ audience })) },
  });
  const objects = {
    csidrivers: [driver('d', 'csi'), driver('ebs.csi.aws.com', 'ebs')],
    persistentvolumeclaims: [
      { metadata: { name: 'c', namespace: 'x' }, spec: { volumeName: 'pv' } },
      { metadata: { name: 'o-v0', namespace: 'x' }, spec: { volumeName: 'old' } },
    ],
    persistentvolumes: [
      { metadata: { name: 'pv' }, spec: { csi: { driver: 'd' } } },
      { metadata: { name: 'old' }, spec: { awsElasticBlockStore: {} } },
    ],
  };
  const prefix = 'serviceaccounts "robot" is forbidden: ';
  const unknown = (audience: string) =>
    `audience "${audience}" not found in pod spec volume, system:node:n is not authorized to request tokens for this audience`;
  const cases: readonly (readonly [what: string, pod: object, given: ReturnType<typeof request>, wanted?: string])[] = [
    [
      'refuses a token of no pod',
      podOn('n'),
      request([], { kind: 'Secret', apiVersion: 'v1', name: 'o', uid: 'p' }),
      'node requested token not bound to a pod',
    ],
    [
      'refuses a pod without uid',
      podOn('n'),
      request([], { kind: 'Pod', apiVersion: 'v1', name: 'o' }),
      'node requested token with a pod binding without a uid',
    ],
    [
      'refuses another uid',
      podOn('n'),
      request([], { kind: 'Pod', apiVersion: 'v1', name: 'o', uid: 'q' }),
      'the UID in the bound object reference (q) does not match the UID in record. The object might have been deleted and then recreated',
    ],
    [
      'refuses the pod of another node',
      podOn('m'),
      request([]),
      'node requested token bound to a pod scheduled on a different node',
    ],
    ['refuses several audiences', podOn('n'), request(['a', 'b']), 'node may only request 0 or 1 audiences'],
    ['admits a projected audience', podOn('n', volumes(token)), request(['vault'])],
    ['refuses another audience', podOn('n', volumes(token)), request(['other']), unknown('other')],
    ['refuses the default audience of a pod without token', podOn('n'), request([]), unknown('')],
    ['admits the audience of an inline CSI driver', podOn('n', volumes({ csi: { driver: 'd' } })), request(['csi'])],
    [
      'admits that of the driver of a claim',
      podOn('n', volumes({ persistentVolumeClaim: { claimName: 'c' } })),
      request(['csi']),
    ],
    ['admits that of the successor of an old driver', podOn('n', volumes({ ephemeral: {} })), request(['ebs'])],
    [
      'refuses what cannot be examined',
      podOn('n', volumes({ persistentVolumeClaim: { claimName: 'gone' } }, { csi: { driver: 'x' } })),
      request(['csi']),
      'error validating audience "csi": [persistentvolumeclaim "gone" not found, csidriver.storage.k8s.io "x" not found]',
    ],
  ];
  for (const [what, pod, given, wanted] of cases) {
    it(what, async () => {
      const found = await refusal('serviceaccounts/token', given, { ...objects, pods: [pod] });
      assert.equal(found, wanted && prefix + wanted);
    });
  }

  it('admits an audience that a role permits', async () => {
    assert.equal(await refusal('serviceaccounts/token', request(['other']), { pods: [podOn('n')] }, true), undefined);
  });

  it('refuses the token of a missing pod', async () => {
    assert.equal(await refusal('serviceaccounts/token', request([])), 'pod "o" not found');
  });
});
