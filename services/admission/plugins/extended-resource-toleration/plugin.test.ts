import assert from 'node:assert/strict';
import { admitted, podAttributes, testHost } from '../../host.test.helper.js';
import { extendedResourceToleration } from './plugin.js';

const requesting = (...names: readonly string[]) => ({
  name: 'c',
  resources: { requests: Object.fromEntries(names.map((name) => [name, '1'])) },
});
const tolerating = (key: string) => ({ key, operator: 'Exists', effect: 'NoSchedule' });
const other = { key: 'example.com/a', operator: 'Equal', value: 'x', effect: 'NoSchedule' };

describe('ExtendedResourceToleration', () => {
  for (const [what, spec, wanted] of [
    [
      'ignores native resources',
      { containers: [requesting('cpu', 'kubernetes.io/x', 'requests.example.com/a')] },
      undefined,
    ],
    [
      'tolerates the taints of all devices, sorted',
      { initContainers: [requesting('example.com/b')], containers: [requesting('example.com/c', 'example.com/a')] },
      [tolerating('example.com/a'), tolerating('example.com/b'), tolerating('example.com/c')],
    ],
    [
      'replaces the same toleration and keeps others',
      { containers: [requesting('example.com/a')], tolerations: [tolerating('example.com/a'), other] },
      [tolerating('example.com/a'), other],
    ],
  ] as const) {
    it(what, async () => {
      const plugin = await extendedResourceToleration.create(testHost());
      assert.deepEqual((await admitted(plugin, podAttributes(spec))).spec['tolerations'], wanted);
    });
  }
});
