import assert from 'node:assert/strict';
import type { Pod, Volume } from '@pilothouse/apimachinery/generated/core/v1.js';
import { usesClaim } from './rules.js';

function pod(volumes: Volume[] | undefined, nodeName: string | undefined = 'a'): Pod {
  const spec = { containers: [], ...(volumes && { volumes }), ...(nodeName !== undefined && { nodeName }) };
  return { metadata: { namespace: 'n', name: 'p' }, spec, status: {} };
}

describe('a claim', () => {
  const direct: Volume = { name: 'v', persistentVolumeClaim: { claimName: 'c' } };
  const ephemeral: Volume = { name: 'v', ephemeral: {} };
  const cases: readonly (readonly [name: string, pod: Pod, claim: string, used: boolean])[] = [
    ['is in use by a Pod with a volume of it', pod([{ name: 'x' }, direct]), 'c', true],
    ['is in use by a Pod with an ephemeral volume', pod([ephemeral]), 'p-v', true],
    ['is not in use by a Pod with other claims', pod([direct, ephemeral]), 'd', false],
    ['is not in use by a Pod without volumes', pod(undefined), 'c', false],
    ['is not in use by a Pod without a node', pod([direct], ''), 'c', false],
  ];
  for (const [name, object, claim, used] of cases) it(name, () => assert.equal(usesClaim(object, claim), used));
});
