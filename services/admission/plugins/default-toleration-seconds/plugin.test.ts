import assert from 'node:assert/strict';
import { admitted, podAttributes, testHost } from '../../host.test.helper.js';
import { defaultTolerationSeconds } from './plugin.js';

const plugin = await defaultTolerationSeconds.create(
  testHost({ options: { notReadySeconds: 300, unreachableSeconds: 60 } }),
);
const tolerated = (taint: string, tolerationSeconds: number) => ({
  key: `node.kubernetes.io/${taint}`,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds,
});
const NOT_READY = tolerated('not-ready', 300);
const UNREACHABLE = tolerated('unreachable', 60);

describe('the plugin DefaultTolerationSeconds', () => {
  const table: readonly (readonly [string, object[], object[] | undefined])[] = [
    ['no tolerations', [], [NOT_READY, UNREACHABLE]],
    [
      'a toleration of another taint',
      [{ key: 'x', operator: 'Exists' }],
      [{ key: 'x', operator: 'Exists' }, NOT_READY, UNREACHABLE],
    ],
    [
      'one of the tolerations',
      [{ ...NOT_READY, tolerationSeconds: 5 }],
      [{ ...NOT_READY, tolerationSeconds: 5 }, UNREACHABLE],
    ],
    ['a toleration without effect', [{ key: UNREACHABLE.key }], [{ key: UNREACHABLE.key }, NOT_READY]],
    [
      'a toleration of another effect',
      [{ ...NOT_READY, effect: 'NoSchedule' }],
      [{ ...NOT_READY, effect: 'NoSchedule' }, NOT_READY, UNREACHABLE],
    ],
    ['a toleration of every taint', [{ operator: 'Exists' }], undefined],
    ['both tolerations', [NOT_READY, UNREACHABLE], undefined],
  ];
  for (const [what, tolerations, expected] of table) {
    it(`completes a pod with ${what}`, async () => {
      const { spec } = await admitted(plugin, podAttributes(tolerations.length === 0 ? {} : { tolerations }));
      assert.deepEqual(spec['tolerations'], expected);
    });
  }

  it('completes updates, but no updates of subresources', async () => {
    const update = async (subresource: string) =>
      admitted(plugin, podAttributes({}, { operation: 'UPDATE', subresource }));
    assert.deepEqual((await update('')).spec, { tolerations: [NOT_READY, UNREACHABLE] });
    assert.deepEqual((await update('status')).spec, {});
  });
});
