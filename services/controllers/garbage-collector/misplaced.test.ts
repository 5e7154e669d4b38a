import assert from 'node:assert/strict';
import { misplacedEvent } from './misplaced.js';
import { owner, thing, zone } from './world.test.helper.js';

describe('misplacedEvent', () => {
  const now = new Date('2026-01-02T03:04:05.678Z');
  const cases = [
    {
      dependent: thing('b', [owner('a')]),
      namespace: 'n',
      text: 'namespace: n, name: name-a, uid: a] does not exist in namespace "n"',
    },
    {
      dependent: zone('b', [owner('a')]),
      namespace: 'default',
      text: 'namespace: , name: name-a, uid: a] does not exist in namespace ""',
    },
  ];
  for (const { dependent, namespace, text } of cases) {
    it(`describes a dependent in ${dependent.metadata.namespace ?? 'no namespace'}`, () => {
      const { metadata, involvedObject, message, firstTimestamp } = misplacedEvent(dependent, owner('a'), now);
      assert.deepEqual(metadata, { namespace, name: 'name-b.a' });
      assert.deepEqual(
        [involvedObject?.kind, involvedObject?.namespace, involvedObject?.uid],
        [dependent.type.kind, dependent.metadata.namespace, 'b'],
      );
      assert.equal(message, `ownerRef [a.b/v1/Thing, ${text}`);
      assert.equal(firstTimestamp, '2026-01-02T03:04:05Z');
    });
  }
});
