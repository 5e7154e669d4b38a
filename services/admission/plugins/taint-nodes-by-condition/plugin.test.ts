import assert from 'node:assert/strict';
import { admitted, json, testAttributes, testHost } from '../../host.test.helper.js';
import { taintNodesByCondition } from './plugin.js';

const taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };
const resource = { group: '', version: 'v1', resource: 'nodes' };
const other = { key: 'node.kubernetes.io/not-ready', effect: 'NoExecute' };

describe('TaintNodesByCondition', () => {
  for (const [what, taints, wanted] of [
    ['taints a node', undefined, [taint]],
    ['keeps other taints', [other], [other, taint]],
    ['keeps the taint', [{ ...taint, value: 'x' }], undefined],
  ] as const) {
    it(what, async () => {
      const plugin = await taintNodesByCondition.create(testHost());
      const object = json({ metadata: { name: 'o' }, spec: { ...(taints && { taints }) }, status: {} });
      assert.deepEqual(
        (await admitted(plugin, testAttributes({ object, resource, namespace: '' }))).spec['taints'],
        wanted,
      );
    });
  }
});
