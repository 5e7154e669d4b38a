import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { ask, podReview } from '../../review.test.helper.js';
import { defaultTolerationSeconds } from './plugin.js';

const plugin = defaultTolerationSeconds({ domain: createDomain(), notReadySeconds: 300, unreachableSeconds: 60 });
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
    ['none', [], [NOT_READY, UNREACHABLE]],
    [
      'one for something else',
      [{ key: 'x', operator: 'Exists' }],
      [{ key: 'x', operator: 'Exists' }, NOT_READY, UNREACHABLE],
    ],
    ['one of its own', [{ ...NOT_READY, tolerationSeconds: 5 }], [{ ...NOT_READY, tolerationSeconds: 5 }, UNREACHABLE]],
    ['one without an effect', [{ key: UNREACHABLE.key }], [{ key: UNREACHABLE.key }, NOT_READY]],
    [
      'one for another effect',
      [{ ...NOT_READY, effect: 'NoSchedule' }],
      [{ ...NOT_READY, effect: 'NoSchedule' }, NOT_READY, UNREACHABLE],
    ],
    ['one for everything', [{ operator: 'Exists' }], undefined],
    ['both', [NOT_READY, UNREACHABLE], undefined],
  ];
  for (const [what, tolerations, expected] of table) {
    it(`a pod with ${what}`, async () => {
      const { spec } = await ask(plugin, podReview(tolerations.length === 0 ? {} : { tolerations }));
      assert.deepEqual(spec['tolerations'], expected);
    });
  }

  it('also in an update, and not in one of a subresource', async () => {
    const update = async (subresource: string) => ask(plugin, podReview({}, { operation: 'UPDATE', subresource }));
    assert.deepEqual((await update('')).spec, { tolerations: [NOT_READY, UNREACHABLE] });
    assert.deepEqual((await update('status')).spec, {});
  });
});
